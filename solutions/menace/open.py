from random import*
s=lambda b:sum(8-i%3<<sum((b*7)[i//2::-i//5])%24for i in b'UvI%/JMkrB`6')
D={}
A='E={s(b[:i]+[8]+b[i+1:]):i for i in range(9)if b[i]%8};x=D.get(k:=s(b),[]);x[:]=(sample([*E]*3,3),x)[x>x[:1]];shuffle(x);h+=x,'
exec(f"""while len(D)<304:
 h=b=choices(b'P`6',k=9)
 if sum(b)%69<4>s(b)%8:{A};D[k]=x
print('New game');*h,t=0,
for i in(b:=[6]*9):
 {A};b[int(input())if t else E[x[0]]]=t=8-t;print(b)
 for x in h[:s(b)%8*2]:x[:1]*=t-6;b*=0
print(D)
"""*int(input()))