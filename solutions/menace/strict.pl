$"=",";sub f{($x,$m)=@$$b;@e=($b|$m)=~/\d/g;@$x<2?@$x=map$e[rand@e],1..3:push@$x,splice@$x,rand@$x,1;grep$b=~/(\w)(.{$_}\1){2}/s,0,2..4}@F=grep{@B=/./g;$x=$_;y/0-8/258147036/,${$b=s//$B[$&]/gr}||=[$x,$_]for("012
345
678
$,","036
147
258
$,")x4;!f&&/$x/*@e>1}grep{y/X//==y/O//}glob'{X,O,\ }'x9;for$b(map$b,1..<>){@h=print"New game
";until(f|10<push@h,$x){substr$b,$m?index$m,$$x[-1]:unpack(n,<>)%331%60/4,1,$m?X:O;print$b}$m?pop@$_:f&&push@$_,$$_[-1]for@h;@h=map"[@$_]",@F;print"[@h]
"}