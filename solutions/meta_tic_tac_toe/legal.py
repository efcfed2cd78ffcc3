import sys
_,_,*b,m,l=sys.argv
i=int(l,36)%9
while'-'<b[i][j:=b[i].find(m[i])]:i-=1
print(f"{i%9}{j}")