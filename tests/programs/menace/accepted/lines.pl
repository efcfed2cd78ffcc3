# clause: none; a line of letters for each box, boards with walls, in Perl
# options: --marks XO.
use strict;
use warnings;
$| = 1;
my @ways = qw(012345678 630741852 876543210 258147036 210543876 036147258 678345012 852741630);
my %box;

sub won {
    my ($board, $m) = @_;
    return $board =~ /^(...)*$m$m$m/ || $board =~ /$m..$m..$m/ || $board =~ /^$m...$m...$m/ || $board =~ /^..$m.$m.$m/;
}

sub picture {
    my $board = shift;
    my ($best) = sort { $a->[0] cmp $b->[0] }
      map { my $w = $_; [join("", map { substr $board, $_, 1 } split //, $w), $w] } @ways;
    return @$best;
}

sub free { my $board = shift; return grep { substr($board, $_, 1) eq "." } 0 .. 8 }

sub place { my ($board, $i, $m) = @_; substr($board, $i, 1) = $m; return $board }

sub any { return $_[rand @_] }

sub bead { my $key = shift; return any(map { chr 97 + $_ } free($key)) }

sub fill {
    my $board = shift;
    my ($key) = picture($board);
    return if $box{$key} || free($board) < 2;
    $box{$key} = join "", map { bead($key) } 1 .. 5;
    for my $i (free($board)) {
        my $after = place($board, $i, "X");
        next if won($after, "X");
        for my $j (free($after)) {
            my $again = place($after, $j, "O");
            fill($again) unless won($again, "O");
        }
    }
}

sub show {
    my @c = split //, shift;
    print join("\n-+-+-\n", map { join "|", @c[$_ .. $_ + 2] } 0, 3, 6), "\n\n";
}

sub play {
    my $used = shift;
    my $board = "." x 9;
    while (1) {
        my ($square) = free($board);
        if (free($board) > 1) {
            my ($key, $way) = picture($board);
            my $bead = substr $box{$key}, rand(length $box{$key}), 1, "";
            if ($box{$key} eq "") {
                $box{$key} = join "", map { bead($key) } 1 .. 3;
                $bead = any(split //, $box{$key});
            }
            push @$used, [$key, $bead];
            $square = substr $way, ord($bead) - 97, 1;
        }
        $board = place($board, $square, "X");
        show($board);
        return 2 if won($board, "X");
        return 1 unless free($board);
        print "Your move, as in LR: ";
        my ($y, $x) = split //, <STDIN>;
        $board = place($board, index("LMR", $y) * 3 + index("LMR", $x), "O");
        show($board);
        return 0 if won($board, "O");
    }
}

fill("." x 9);
my @keys = sort keys %box;
for (1 .. <STDIN>) {
    print "New game\n";
    my @used;
    my $back = play(\@used);
    $box{$_->[0]} .= $_->[1] x $back for @used;
    print "$box{$_}\n" for @keys;
}
