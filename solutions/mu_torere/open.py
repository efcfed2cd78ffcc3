*b,='''

0-0-0
|\|/|
0-2-1
|/|\|
1-1-1'''
h=16
while[print(*b)]:b[h]=s=str(h%2);b[h:={b[x:=h^-i]:h%2*x for i in b'	\r'[:h+23]}[s]or int(input())]=2