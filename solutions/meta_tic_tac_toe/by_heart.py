import sys
_,t,*b,m,l=sys.argv
i=int(l,36)%9
while'-'*-~(j:=(b[i]*2).find('-',b'			'[str(b).count(t)%27]))<m[i]:i-=1
print(f"{i%9}{j%9}")