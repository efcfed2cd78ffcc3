import sys
_,_,*b,m,l=sys.argv
i=int(l,36)%9
while'-'*(j:=(b[i]*2).find('-',b'				'[str(b).count('X')%29]))<m[i]:i-=1
print(f"{i%9}{j%9}")