# Mu Torere: the human is black (b) and moves first, this program is white (w).
# The nodes have the numbers 1-9, row by row; o is the empty node.
$stdout.sync = true # print at once, for the human waits to see it

# Where a stone that moves into an empty node may come from. The order is the strategy: the first
# stone of its own that may move is the one that the program moves. Make it shorter, or better!
FROM = [
  [], [2, 4, 5], [1, 3, 5], [6, 2, 5],
  [7, 1, 5], [6, 7, 1, 2, 3, 4, 8, 9], [3, 9, 5],
  [4, 8, 5], [9, 7, 5], [8, 6, 5]
]
BOARD = " wwwbowbbb".chars # the place 0 is not used: a node's number is its place

# The nodes of the stones that this colour may move, in the order of FROM.
def legal_moves(colour)
  hole = BOARD.index("o")
  other = colour == "w" ? "b" : "w"
  FROM[hole].select do |node|
    BOARD[node] == colour &&
      # into the centre only from beside a stone of the other colour
      (hole != 5 || BOARD[FROM[node][0]] == other || BOARD[FROM[node][1]] == other)
  end
end

def move(node)
  BOARD[BOARD.index("o")] = BOARD[node]
  BOARD[node] = "o"
end

def show
  puts format("%s-%s-%s\n|\\|/|\n%s-%s-%s\n|/|\\|\n%s-%s-%s", *BOARD[1..9])
end

show
until legal_moves("b").empty? # who cannot move has lost
  line = gets or break
  move(line.to_i) # the human's move is legal: nobody has to check it
  show
  move(legal_moves("w")[0])
  show
end
