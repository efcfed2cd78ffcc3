from random import*
s=lambda b:sum(9-i%4<<sum((b*i)[i//7::i*4])%24 for i in b'S+&>Um)')
D={}
d=D.setdefault
F=h=[]
A='E={d(s(b[:i]+[4]+b[i+1:]),i):i for i in range(9)if b[i]%8};x[:]=(choices([*E],k=3),x:=d(s(b),[]))[x>x[:1]];shuffle(x);h+=x,'
exec(f"""while len(F)<304:
 if sum(b:=choices(b'XxE',k=9))%69<4>s(b)%8==(s(b)in D):{A}
print('New game');*h,t,b=48,[45]*9
for i in b:
 {A};t=b[E[x[0]]if t&8 else int(input(),29)*43%102%10]=136-t;print(end='%c%c%c\\n'*3%(*b,))
 for x in h[:s(b)%8*2]:x[:1]*=t-86;b*=0
print(F)
"""*int(input()))