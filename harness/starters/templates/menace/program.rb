# MENACE plays X, moves first, and learns from what becomes of its games. The human types two
# letters for a move: L, M or R for the row (top, middle, bottom), and then for the column.
$stdout.sync = true # print at once, for the human waits to see it

LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
# The eight ways to turn and mirror a board: the square i of the picture is the square view[i].
VIEWS = %w[012345678 630741852 876543210 258147036
           210543876 036147258 678345012 852741630].map { |view| view.chars.map(&:to_i) }
NEW_BEADS = 3
BOXES = {} # picture: beads, each a square of the picture

# The picture on the box of this board, and the view that shows the board so.
def picture(board)
  VIEWS.map { |view| [view.map { |i| board[i] }.join, view] }.min
end

def won(board, mark)
  LINES.any? { |line| line.all? { |i| board[i] == mark } }
end

def played(board, square, mark)
  after = board.dup
  after[square] = mark
  after
end

def free(board)
  (0..8).select { |i| board[i] == "-" }
end

def choices(from)
  Array.new(NEW_BEADS) { from.sample }
end

# Make the box of this board, in which X is to move, and of all that may follow.
def make_boxes(board)
  name, = picture(board)
  return if BOXES[name] || won(board, "O") || free(board).size < 2

  BOXES[name] = choices(free(name))
  free(name).each do |x|
    after = played(name, x, "X")
    free(after).each { |o| make_boxes(played(after, o, "O")) } unless won(after, "X")
  end
end

# MENACE's move: a bead leaves the box of the board; `used` keeps what was drawn from where.
def draw(board, used)
  return free(board)[0] if free(board).size == 1 # no choice, no box

  name, view = picture(board)
  beads = BOXES[name]
  bead = beads.delete_at(rand(beads.size))
  if beads.empty? # an empty box gets new beads, and one of them is the move
    beads.concat(choices(free(name)))
    bead = beads.sample
  end
  used << [beads, bead]
  view[bead]
end

make_boxes("-" * 9)
gets.to_i.times do
  puts "New game"
  board = "-" * 9
  mark = "X"
  used = []
  until free(board).empty? || won(board, "X") || won(board, "O")
    if mark == "X"
      square = draw(board, used)
    else
      row, column = (gets or exit 1).upcase.chars
      square = 3 * "LMR".index(row) + "LMR".index(column)
    end
    board = played(board, square, mark)
    puts board.scan(/.../)
    mark = mark == "X" ? "O" : "X"
  end
  back = won(board, "X") ? 2 : won(board, "O") ? 0 : 1
  used.each { |beads, bead| beads.concat([bead] * back) }
  puts BOXES.values.inspect
end
