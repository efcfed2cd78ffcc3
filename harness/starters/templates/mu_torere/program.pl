# Mu Torere: the human is black (b) and moves first, this program is white (w).
# The nodes have the numbers 1-9, row by row; o is the empty node.
use strict;
use warnings;
$| = 1;    # print at once, for the human waits to see it

# Where a stone that moves into an empty node may come from. The order is the strategy: the first
# stone of its own that may move is the one that the program moves. Make it shorter, or better!
my @from = (
    [], [2, 4, 5], [1, 3, 5], [6, 2, 5],
    [7, 1, 5], [6, 7, 1, 2, 3, 4, 8, 9], [3, 9, 5],
    [4, 8, 5], [9, 7, 5], [8, 6, 5],
);
my @board = split //, " wwwbowbbb";    # the place 0 is not used: a node's number is its place
my $hole = 5;

# The nodes of the stones that this colour may move, in the order of @from.
sub legal_moves {
    my ($colour) = @_;
    my $other = $colour eq "w" ? "b" : "w";
    # into the centre only from beside a stone of the other colour
    return grep {
        $board[$_] eq $colour
            && ($hole != 5 || $board[$from[$_][0]] eq $other || $board[$from[$_][1]] eq $other)
    } @{ $from[$hole] };
}

sub move {
    my ($node) = @_;
    ($board[$hole], $board[$node]) = ($board[$node], "o");
    $hole = $node;
}

sub show {
    printf "%s-%s-%s\n|\\|/|\n%s-%s-%s\n|/|\\|\n%s-%s-%s\n", @board[1 .. 9];
}

show();
while (legal_moves("b")) {    # who cannot move has lost
    my $line = <STDIN>;
    last unless defined $line;
    move(int $line);          # the human's move is legal: nobody has to check it
    show();
    move((legal_moves("w"))[0]);
    show();
}
