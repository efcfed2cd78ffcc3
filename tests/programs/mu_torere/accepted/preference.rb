# clause: none; in Ruby: crosses and noughts, an octagon on its corner, numbered clockwise from its top
$stdout.sync = true
board = "OOOOXXXX-" # kewai clockwise from the top, then the putahi

show = lambda do
  a, b, c, d, e, f, g, h, o = board.chars.map { |stone| stone == "-" ? "." : stone }
  puts <<~BOARD
             #{a}
            /|\\
           / | \\
          #{h}  |  #{b}
         / \\ | / \\
        /   \\|/   \\
       #{g}-----#{o}-----#{c}
        \\   /|\\   /
         \\ / | \\ /
          #{f}  |  #{d}
           \\ | /
            \\|/
             #{e}

  BOARD
end

legal = lambda do |own, other|
  hole = board.index("-")
  [5, 6, 3, 0, 1, 2, 7, 4, 8].select do |n|
    beside = [(n + 7) % 8, (n + 1) % 8]
    enters = hole == 8 && beside.any? { |m| board[m] == other }
    board[n] == own && (n == 8 || beside.include?(hole) || enters)
  end
end

slide = lambda do |n|
  hole = board.index("-")
  board[hole] = board[n]
  board[n] = "-"
  show.call
end

show.call
until legal.call("X", "O").empty?
  print "Which of your crosses (1-8, or 9 in the middle)? "
  slide.call(gets.to_i - 1)
  slide.call(legal.call("O", "X").first)
end
puts "I win."
