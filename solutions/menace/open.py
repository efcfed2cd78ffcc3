from random import*
s=lambda b:sum(8-i%3<<sum((b*7)[i//2::-i//5])%24for i in b'UvI%/JMkrB`6')
D={}
A='E={s(b[:i]+[8]+b[i+1:]):i for i in range(9)if b[i]%8};x=D.setdefault(s(b),[]);x[:]=x[1:]and x or sample([*E]*3,3);shuffle(x);h+=x,'
while len(D)<304:h=b=choices(b'P`{',k=9);sum(b)%69<4>s(b)%8==exec(A)
F=D|D
exec("""print('New game');*h,t=0,
for i in(b:=[3]*9):
 t^=8;b[exec(A)or E[x[0]]if t else int(input())]=t;print(b)
 for x in h[:s(b)%8]:x[:1]*=t-6;b*=0
print(F)
"""*int(input()))