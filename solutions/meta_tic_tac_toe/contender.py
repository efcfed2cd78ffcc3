import sys
_,_,*b,m,l=sys.argv
r=range(9)
f=lambda i:min((b[p][j]+m[p],p!=i%9,sum(6739%sum(b'%a'%((s[:k]+']'+s[k+1:])*9)[i&2::i])for s,k in((b[p],j),(m,p))for i in b'(&!')/(9>i or f(j)[2]),f"{p}{j}")for p in r for j in r)
print(f(int(l,36)+9)[3])