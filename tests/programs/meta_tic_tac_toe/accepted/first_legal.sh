# clause: none; the first legal move, by the shell alone
boards=("${@:2:9}") master=${11} last=${12}
is_open() { [[ ${master:$1:1} == - && ${boards[$1]} == *-* ]]; }
choice=(0 1 2 3 4 5 6 7 8)
if [[ $last != xx ]] && is_open "${last:1}"; then choice=("${last:1}"); fi
for b in "${choice[@]}"; do
  if is_open "$b"; then
    before=${boards[b]%%-*}
    echo "$b${#before}"
    exit
  fi
done
