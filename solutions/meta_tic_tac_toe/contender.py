import sys
_,_,*b,m,l=sys.argv
r=range(9)
f=lambda i:min((b[p][j]+m[p],p!=i%9,9>i or-f(j)[3],sum(sum(b'%a'%((s[:k]+'='+s[k+1:])*7)[i::i])%45 for s,k in((b[p],j),(m,p))for i in b''),f"{p}{j}")for p in r for j in r)
print(f(int(l,36)+9)[4])