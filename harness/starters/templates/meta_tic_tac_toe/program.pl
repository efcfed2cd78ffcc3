# A bot of meta tic-tac-toe: it is run for each move and prints two digits, a board and a tile.
# It takes a tile that wins a small board if there is one, and else the first that is free.
use strict;
use warnings;

my @lines = qw(012 345 678 036 147 258 048 246);

# Who moves (X or O), the nine boards, the master board (who has won which), and the last move:
# its board and its tile, or xx. On boards an O is the digit 0.
my ($turn, @boards) = @ARGV;
my $last = pop @boards;
my $master = pop @boards;
my $mine = $turn eq "X" ? "X" : "0";

# Only boards that are neither won nor full are played in.
my @playable = grep { substr($master, $_, 1) eq "-" && $boards[$_] =~ /-/ } 0 .. 8;
# The tile of the last move names the board to play in, unless that one is won or full.
my $target = substr $last, 1, 1;
@playable = ($target) if grep { $_ eq $target } @playable;

# Whether my mark on this tile makes three in a row on the board.
sub wins {
    my ($board, $tile) = @_;
    substr($board, $tile, 1) = $mine;
    return grep { my $line = $_; 3 == grep { substr($board, $_, 1) eq $mine } split //, $line } @lines;
}

my (@first, @winning);
for my $b (@playable) {
    for my $t (grep { substr($boards[$b], $_, 1) eq "-" } 0 .. 8) {
        push @first, "$b$t";
        push @winning, "$b$t" if wins($boards[$b], $t);
    }
}
print @winning ? $winning[0] : $first[0], "\n";
