# clause: none; in Tcl: wide spacing, stones in parentheses, nodes 0-7 clockwise from the top left, 8 in the middle
fconfigure stdout -buffering none
set board [split "wwwwbbbbo" {}] ;# kewai clockwise from the top left, then the putahi

proc show {} {
    global board
    lassign [lmap stone $board {string map {o { }} $stone}] a b c d e f g h o
    puts "($a)---($b)---($c)\n | \\   |   / |\n |  \\  |  /  |\n($h)---($o)---($d)\n |  /  |  \\  |\n | /   |   \\ |\n($g)---($f)---($e)\n"
}

proc legal {own other} {
    global board
    set hole [lsearch $board o]
    foreach n {5 6 3 0 1 2 7 4 8} {
        set beside [list [expr {($n + 7) % 8}] [expr {($n + 1) % 8}]]
        set enters 0
        foreach m $beside {
            if {$hole == 8 && [lindex $board $m] eq $other} {set enters 1}
        }
        if {[lindex $board $n] eq $own && ($n == 8 || $hole in $beside || $enters)} {return $n}
    }
    return -1
}

proc slide {n} {
    global board
    lset board [lsearch $board o] [lindex $board $n]
    lset board $n o
    show
}

show
while {[legal b w] >= 0} {
    puts -nonewline "stone? "
    if {[gets stdin typed] < 0} exit
    slide [string first $typed 012345678]
    slide [legal w b]
}
