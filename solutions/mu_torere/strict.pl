$_=bwwbwwbbb478745258563674010304212;@b=/./g;$b[$h]=$c,$b[$h=$|?$n:<>-1]=o,printf'1|\|/|
1|/|\|
1'=~s/1/%s-%s-%s
/gr,@b while$c=$|--?b:w,($n)=grep$b[$_]eq$c,/$h\K./g,4