# Mu Torere: the human is black (b) and moves first, this program is white (w).
# The nodes have the numbers 1-9, row by row; o is the empty node.

# Where a stone that moves into an empty node may come from. The order is the strategy: the first
# stone of its own that may move is the one that the program moves. Make it shorter, or better!
from=("" "2 4 5" "1 3 5" "6 2 5" "7 1 5" "6 7 1 2 3 4 8 9" "3 9 5" "4 8 5" "9 7 5" "8 6 5")
board=("" w w w b o w b b b) # the place 0 is not used: a node's number is its place
hole=5

# legal_move COLOUR OTHER: set $found to the first node in the order of $from whose stone may move.
legal_move() {
  local node beside
  for node in ${from[hole]}; do
    if [[ ${board[node]} == "$1" ]]; then
      beside=(${from[node]})
      # into the centre only from beside a stone of the other colour
      if [[ $hole != 5 || ${board[beside[0]]} == "$2" || ${board[beside[1]]} == "$2" ]]; then
        found=$node
        return 0
      fi
    fi
  done
  return 1
}

move() {
  board[hole]=${board[$1]}
  board[$1]=o
  hole=$1
}

show() {
  printf '%s-%s-%s\n|\\|/|\n%s-%s-%s\n|/|\\|\n%s-%s-%s\n' "${board[@]:1}"
}

show
while legal_move b w; do # who cannot move has lost
  read -r node || break
  move "$node" # the human's move is legal: nobody has to check it
  show
  legal_move w b
  move "$found"
  show
done
