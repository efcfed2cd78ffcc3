# A bot of meta tic-tac-toe: it is run for each move and prints two digits, a board and a tile.
# It takes a tile that wins a small board if there is one, and else the first that is free.
LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]

# Who moves (X or O), the nine boards, the master board (who has won which), and the last move:
# its board and its tile, or xx. On boards an O is the digit 0.
turn, *boards, master, last = ARGV
mine = turn == "X" ? "X" : "0"

# Only boards that are neither won nor full are played in.
playable = (0..8).select { |b| master[b] == "-" && boards[b].include?("-") }
# The tile of the last move names the board to play in, unless that one is won or full.
target = last[1].to_i
playable = [target] if last != "xx" && playable.include?(target)

# Whether my mark on this tile makes three in a row on the board.
wins = lambda do |board, tile|
  marked = board.dup
  marked[tile] = mine
  LINES.any? { |line| line.all? { |t| marked[t] == mine } }
end

moves = playable.flat_map { |b| (0..8).select { |t| boards[b][t] == "-" }.map { |t| [b, t] } }
puts (moves.find { |b, t| wins.call(boards[b], t) } || moves[0]).join
