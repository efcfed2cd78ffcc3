*b,='''

0-0-1
|\|/|
0-2-1
|/|\|
0-1-1'''
p=h=16
while[print(*b)]:b[h]=s=str(p:=0**p);b[h:={b[x:=h^i]:x*p for i in b'\n'[:h^21]}[s]or int(input())]=2