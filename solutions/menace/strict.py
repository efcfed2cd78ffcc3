from random import*
s=lambda b:sum(8-i%3<<sum((b*7)[i//2::-i//5],6)%27 for i in b'UvI%/JMkrB`6')
D={}
A='E={i:s(b[:i]+[88]+b[i+1:])for i in range(9)if b[i]<50};Q,x=D.setdefault(s(b),(E,[]));x[:]=x[1:]and x or choices([*Q],k=3);shuffle(x);h+=x,'
while len(D)<304:h=b=choices(b'=4',k=9);sum(b)%93<7!=s(b)%8==(s(b)in D)!=exec(A)
_,F=zip(*D.values())
exec("""print('New game');*h,t=79,
for i in(b:=[38]*9):
 t^=23;b[int(input(),29)*43%102%10 if t%2 else exec(A)or{E[j]:j for j in E}[Q[x[0]]]]=t;print(('%c%c%c\\n'*3%(*b,))[:-1])
 for x in h[:s(b)%8]:x[:1]*=t-86;b*=0
print([*F])
"""*int(input()))