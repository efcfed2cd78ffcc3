c,h,*b=b'wbwwwbowbbb'
while print("""--
|\|/|
--
|/|\|
--	""".translate(b))or any(b[n:=k]-c for k in(*b'	'[h::4|-h],5-h)):c=b[h]=c^21;b[h:=c%2*n or int(input())]=111