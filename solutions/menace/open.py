from random import*
s=lambda b:sum(8-i%3<<sum((b*7)[i//2::-i//5])%21for i in b'UvI%/JMkrB`6')
D={}
A='k,*e=E={s(b):i for i,c in enumerate(b)for b[i]in(c,c*c,c)};x=D.get(k,[]);x[:]=(sample(e*3,3),x)[x>x[:1]];shuffle(x)'
exec(f"""while len(D)<304:
 b=choices(b'T1C',k=9)
 if sum(b)%75<4>s(b)%8:{A};D[k]=x
print('New game');*h,t,b=7,[4]*9
for i in b:
 {A};h+=x,;b[E[x[0]]if t else int(input())]=t=7-t;print(b)
 for x in h[:s(b)%8*2]:x[:1]*=2-t;b*=0
print(D)
"""*int(input()))