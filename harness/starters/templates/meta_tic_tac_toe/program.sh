# A bot of meta tic-tac-toe: it is run for each move and prints two digits, a board and a tile.
# It takes a tile that wins a small board if there is one, and else the first that is free.
lines=("0 1 2" "3 4 5" "6 7 8" "0 3 6" "1 4 7" "2 5 8" "0 4 8" "2 4 6")

# Who moves (X or O), the nine boards, the master board (who has won which), and the last move:
# its board and its tile, or xx. On boards an O is the digit 0.
turn=$1 boards=("${@:2:9}") master=${11} last=${12}
mine=0
[[ $turn == X ]] && mine=X

# Only boards that are neither won nor full are played in.
playable=()
for b in {0..8}; do
  [[ ${master:b:1} == - && ${boards[b]} == *-* ]] && playable+=("$b")
done
# The tile of the last move names the board to play in, unless that one is won or full.
target=${last:1:1}
[[ " ${playable[*]} " == *" $target "* ]] && playable=("$target")

# wins BOARD TILE: whether my mark on this tile makes three in a row on the board.
wins() {
  local marked=${1:0:$2}$mine${1:$2+1} line a b c
  for line in "${lines[@]}"; do
    read -r a b c <<< "$line"
    [[ ${marked:a:1}${marked:b:1}${marked:c:1} == "$mine$mine$mine" ]] && return 0
  done
  return 1
}

first=
for b in "${playable[@]}"; do
  for t in {0..8}; do
    if [[ ${boards[b]:t:1} == - ]]; then
      [[ -z $first ]] && first=$b$t
      if wins "${boards[b]}" "$t"; then
        echo "$b$t"
        exit
      fi
    fi
  done
done
echo "$first"
