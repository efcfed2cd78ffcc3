# outcome: invalid: more than any answer needs; prints without end
while True:
    print("4" * 10_000)
