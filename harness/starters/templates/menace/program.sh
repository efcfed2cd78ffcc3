# MENACE plays X, moves first, and learns from what becomes of its games. The human types two
# letters for a move: L, M or R for the row (top, middle, bottom), and then for the column.
LC_ALL=C
lines=("0 1 2" "3 4 5" "6 7 8" "0 3 6" "1 4 7" "2 5 8" "0 4 8" "2 4 6")
# The eight ways to turn and mirror a board: the square i of the picture is the square view[i].
views=(012345678 630741852 876543210 258147036 210543876 036147258 678345012 852741630)
new_beads=3

# picture BOARD: set $name to the picture on its box, and $view to how that shows the board.
picture() {
  local b=$1 v seen
  name=
  for v in "${views[@]}"; do
    seen=${b:${v:0:1}:1}${b:${v:1:1}:1}${b:${v:2:1}:1}${b:${v:3:1}:1}${b:${v:4:1}:1}
    seen+=${b:${v:5:1}:1}${b:${v:6:1}:1}${b:${v:7:1}:1}${b:${v:8:1}:1}
    if [[ -z $name || $seen < $name ]]; then
      name=$seen view=$v
    fi
  done
}

# won BOARD MARK: whether this mark has three in a row.
won() {
  local line
  for line in "${lines[@]}"; do
    set -- "$1" "$2" $line
    [[ ${1:$3:1}${1:$4:1}${1:$5:1} == "$2$2$2" ]] && return 0
  done
  return 1
}

# free BOARD: set $squares to its empty squares.
free() {
  local i
  squares=()
  for i in {0..8}; do
    [[ ${1:i:1} == - ]] && squares+=("$i")
  done
}

# any WORD...: set $one to one of the words, all equally likely.
any() {
  local r most=$((32768 / $# * $#))
  while ((r = RANDOM, r >= most)); do :; done # so that none is likelier than another
  r=$((r % $# + 1))
  one=${!r}
}

# fill WORD...: set $beads to new ones from these words.
fill() {
  local i
  beads=
  for ((i = 0; i < new_beads; i++)); do
    any "$@"
    beads+="$one "
  done
}

declare -A boxes # picture: beads, each a square of the picture, with a blank after each
order=()         # the pictures

# make_boxes BOARD: make the box of this board, in which X is to move, and of all that may follow.
make_boxes() {
  picture "$1"
  local here=$name x o after rest
  free "$here"
  [[ -n ${boxes[$here]} || ${#squares[@]} -lt 2 ]] && return
  won "$here" O && return
  fill "${squares[@]}"
  boxes[$here]=$beads
  order+=("$here")
  for x in "${squares[@]}"; do
    after=${here:0:x}X${here:x+1}
    won "$after" X && continue
    free "$after"
    rest=("${squares[@]}")
    for o in "${rest[@]}"; do
      make_boxes "${after:0:o}O${after:o+1}"
    done
  done
}

# draw BOARD: set $square to MENACE's move; the bead leaves its box, and $used keeps both.
draw() {
  local bead
  free "$1"
  if [[ ${#squares[@]} == 1 ]]; then # no choice, no box
    square=${squares[0]}
    return
  fi
  picture "$1"
  any ${boxes[$name]}
  bead=$one
  boxes[$name]=${boxes[$name]/"$bead "/}
  if [[ -z ${boxes[$name]} ]]; then # an empty box gets new beads, and one of them is the move
    free "$name"
    fill "${squares[@]}"
    boxes[$name]=$beads
    any $beads
    bead=$one
  fi
  used+=("$name $bead")
  square=${view:bead:1}
}

show() { printf '%s\n%s\n%s\n' "${1:0:3}" "${1:3:3}" "${1:6:3}"; }

letters=LMR
make_boxes ---------
read -r games
for ((; games > 0; games--)); do
  echo "New game"
  board=--------- used=() mark=X
  while [[ $board == *-* ]] && ! won "$board" X && ! won "$board" O; do
    if [[ $mark == X ]]; then
      draw "$board"
    else
      read -r typed || exit 1
      row=${letters%%"${typed:0:1}"*} column=${letters%%"${typed:1:1}"*}
      square=$((3 * ${#row} + ${#column}))
    fi
    board=${board:0:square}$mark${board:square+1}
    show "$board"
    [[ $mark == X ]] && mark=O || mark=X
  done
  back=1
  won "$board" X && back=2
  won "$board" O && back=0
  for drawn in "${used[@]}"; do
    read -r name bead <<< "$drawn"
    for ((i = 0; i < back; i++)); do boxes[$name]+="$bead "; done
  done
  all=
  for name in "${order[@]}"; do
    contents=${boxes[$name]% }
    all+=", [${contents// /, }]"
  done
  echo "[${all:2}]"
done
