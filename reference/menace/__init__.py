"""MENACE, Donald Michie's Machine Educable Noughts And Crosses Engine: 304 boxes that learn.

boxes      the positions that have a box, and how a bead is carried to the board
signatures an exhaustive check of what a short program files its boxes by
rulesets   how a machine is filled, rewarded and refilled: the challenge's way and Michie's own
machine    one machine in plain Python: draw, refill, reward
opponents  who plays the other side: random, greedy, perfect
game       one machine against one opponent, in plain Python
store      the file that keeps a machine from day to day
play       a person at a terminal; `plain` is the challenge's own format, `view` the friendly one
tables, training, curves, pictures, bench   thousands of machines at once, in NumPy
"""
