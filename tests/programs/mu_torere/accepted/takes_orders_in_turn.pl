# clause: none; takes two orders of preference in turn, in Perl
use strict;
use warnings;
$| = 1;
my @orders = ([6, 5, 3, 1, 7, 0, 2, 4, 8], [6, 5, 0, 2, 4, 3, 1, 7, 8]);
my $round = 0;
my $board = "wwwwbbbbo";    # kewai clockwise from the top left, then the putahi

sub show {
    my @p = split //, $board;
    print "$p[0]-$p[1]-$p[2]\n|\\|/|\n$p[7]-$p[8]-$p[3]\n|/|\\|\n$p[6]-$p[5]-$p[4]\n";
}

sub legal {
    my ($own, $other) = @_;
    my $hole = index $board, "o";
    return grep {
        my @beside = (($_ + 7) % 8, ($_ + 1) % 8);
        substr($board, $_, 1) eq $own
            and $_ == 8 || grep { $_ == $hole or $hole == 8 && substr($board, $_, 1) eq $other } @beside;
    } @{$orders[$round % 2]};
}

sub slide {
    my $n = shift;
    (substr($board, index($board, "o"), 1), substr($board, $n, 1)) = (substr($board, $n, 1), "o");
    show;
}

show;
while (legal "b", "w") {
    my $number = <STDIN> // last;
    chomp $number;
    slide index "123698745", $number;
    $round++;
    slide((legal "w", "b")[0]);
}
