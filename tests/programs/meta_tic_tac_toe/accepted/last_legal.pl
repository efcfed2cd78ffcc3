# clause: none; the last legal move, without a newline
my ($me, @boards) = @ARGV;
my ($master, $last) = splice @boards, 9;
sub is_open { substr($master, $_[0], 1) eq "-" && $boards[$_[0]] =~ /-/ }
my @choice = grep { is_open($_) } 0 .. 8;
@choice = ($1) if $last =~ /^\d(\d)$/ && is_open($1);
my $board = $choice[-1];
print $board, rindex($boards[$board], "-");
