# MENACE plays X, moves first, and learns from what becomes of its games. The human types two
# letters for a move: L, M or R for the row (top, middle, bottom), and then for the column.
use strict;
use warnings;
$| = 1;    # print at once, for the human waits to see it

my @lines = ([0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]);
# The eight ways to turn and mirror a board: the square i of the picture is the square view[i].
my @views = map { [split //] } qw(012345678 630741852 876543210 258147036
                                  210543876 036147258 678345012 852741630);
my $new_beads = 3;

# The picture on the box of this board, and the view that shows the board so.
sub picture {
    my @squares = split //, shift;
    my ($least, $by);
    for my $view (@views) {
        my $seen = join "", @squares[@$view];
        ($least, $by) = ($seen, $view) if !defined $least || $seen lt $least;
    }
    return ($least, $by);
}

sub won {
    my ($board, $mark) = @_;
    for my $line (@lines) {
        return 1 if 3 == grep { substr($board, $_, 1) eq $mark } @$line;
    }
    return 0;
}

sub played {
    my ($board, $square, $mark) = @_;
    substr($board, $square, 1) = $mark;
    return $board;
}

sub free { my $board = shift; return grep { substr($board, $_, 1) eq "-" } 0 .. 8 }

sub choices { my @from = @_; return map { $from[rand @from] } 1 .. $new_beads }

my (%boxes, @order);    # picture: beads, each a square of the picture; the pictures in order

# Make the box of this board, in which X is to move, and of all that may follow.
sub make_boxes {
    my $board = shift;
    my ($name) = picture($board);
    return if $boxes{$name} || won($board, "O") || free($board) < 2;
    $boxes{$name} = [choices(free($name))];
    push @order, $name;
    for my $x (free($name)) {
        my $after = played($name, $x, "X");
        next if won($after, "X");
        make_boxes(played($after, $_, "O")) for free($after);
    }
}

# MENACE's move: a bead leaves the box of the board; @$used keeps what was drawn from where.
sub draw {
    my ($board, $used) = @_;
    my @free = free($board);
    return $free[0] if @free == 1;    # no choice, no box
    my ($name, $view) = picture($board);
    my $beads = $boxes{$name};
    my $bead = splice @$beads, rand @$beads, 1;
    if (!@$beads) {                   # an empty box gets new beads, and one of them is the move
        push @$beads, choices(free($name));
        $bead = $beads->[rand @$beads];
    }
    push @$used, [$beads, $bead];
    return $view->[$bead];
}

sub show { print join("\n", unpack "(A3)*", shift), "\n" }

make_boxes("-" x 9);
my $games = <STDIN>;
for (1 .. $games) {
    print "New game\n";
    my ($board, $mark, @used) = ("-" x 9, "X");
    while (free($board) && !won($board, "X") && !won($board, "O")) {
        my $square;
        if ($mark eq "X") {
            $square = draw($board, \@used);
        }
        else {
            my $line = <STDIN>;
            exit 1 unless defined $line;
            $square = 3 * index("LMR", uc substr $line, 0, 1) + index "LMR", uc substr $line, 1, 1;
        }
        $board = played($board, $square, $mark);
        show($board);
        $mark = $mark eq "X" ? "O" : "X";
    }
    my $back = won($board, "X") ? 2 : won($board, "O") ? 0 : 1;
    push @{ $_->[0] }, ($_->[1]) x $back for @used;
    print "[", join(", ", map { "[" . join(", ", @{ $boxes{$_} }) . "]" } @order), "]\n";
}
