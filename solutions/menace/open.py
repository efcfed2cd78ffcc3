from random import*
s=lambda b:sum(8-i%3<<sum((b*7)[i//2::-i//5])%24for i in b'UvI%/JMkrB`6')
D={}
A='k,*e=E={s(b):i for i in range(9)for b[i]in(6,8,6)[:b[i]%8]};x[:]=(sample(e*3,3),x:=D.get(k,[]))[x>x[:1]];shuffle(x)'
exec(f"""while len(D)<304:
 if sum(b:=choices(b'P`6',k=9))%69<4>s(b)%8:{A};D[k]=x
print('New game');*h,t,b=0,[6]*9
for i in b:
 {A};h+=x,;b[t and int(input())or E[x[0]]]=t=8-t;print(b)
 for x in h[:s(b)%8*2]:x[:1]*=t-6;b*=0
print(D)
"""*int(input()))