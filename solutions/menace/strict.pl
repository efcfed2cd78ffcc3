$"=",";sub f{($x,$m)=@$$b;@e=($b&$m)=~/\d/g;@$x=map$e[rand@e],1..3if@$x<2;push@$x,splice@$x,rand@$x,1;grep$b=~/(\w)(.{$_}\1){2}/s,0,2..4}@F=grep{@B=/./g;$x=$_;${$b=s//$B[$&]/gr}||=[$x,$_]for map{y/0-8/258147036/;$_,y/1-7/3614725/r}("012
345
678
$,")x4;!f&&/\Q$x/*@e>1}grep{y/X//==y/O//}glob'{X,O,\?}'x9;for$b(map$b,1..<>){@h=print"New game
";until(f|10<push@h,$x){substr$b,$m?index$m,$$x[-1]:unpack(n,<>)*11%663/41,1,$m?X:O;print$b}f?$m?pop@$_:push@$_,$$_[-1]:0for@h;@h=map"[@$_]",@F;print"[@h]
"}