import sys
*b,m,l=sys.argv
i=int(l,36)%9
while'-'*(j:=(b[i-9]*2).find('-',b'	'[str(b).count('X')%28]))<m[i]:i=-~i%9
print(f"{i}{j%9}")