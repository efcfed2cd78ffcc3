from random import*
s=lambda b:sum(9-i%4<<sum((b*i)[i//7::i*4])%24 for i in b'S+&>Um)')
D={}
F=h=[]
R=range(9)
A='Q,x=D.setdefault(s(b),(E:=[9**b[i]+s(b[:i]+[1]+b[i+1:])for i in R],[]));x[:]=(choices(R,Q,k=3),x)[x>x[:1]];shuffle(x);h+=x,'
exec(f"""while len(F)<304:
 if sum(b:=choices(b'(~',k=9))%189<4>s(b)%8==(s(b)in D):{A}
print('New game');*h,t,b=48,[126]*9
for i in b:
 {A};t=b[E.index(Q[x[0]])if t&8 else int(input(),29)*43%102%10]=136-t;print(end='%c%c%c\\n'*3%(*b,))
 for x in h[:s(b)%8*2]:x[:1]*=t-86;b*=0
print(F)
"""*int(input()))