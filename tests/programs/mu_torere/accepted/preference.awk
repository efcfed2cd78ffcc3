# clause: none; in awk: letters for the nodes, shown beside the first board, and stones # and @
function show(    i, p) {
    for (i = 0; i < 9; i++) p[i] = substr(board, i + 1, 1)
    printf "%s-%s-%s\n|\\|/|\n%s-%s-%s\n|/|\\|\n%s-%s-%s\n\n", p[0], p[1], p[2], p[7], p[8], p[3], p[6], p[5], p[4]
    fflush()
}

function legal(own, other,    i, n, hole, left, right, enters) {
    hole = index(board, ".") - 1
    for (i = 1; i <= 9; i++) {
        n = substr("563012748", i, 1) + 0
        left = (n + 7) % 8
        right = (n + 1) % 8
        enters = hole == 8 && (at(left) == other || at(right) == other)
        if (at(n) == own && (n == 8 || left == hole || right == hole || enters)) return n
    }
    return -1
}

function at(n) { return substr(board, n + 1, 1) }

function slide(n,    hole, moved, i, after) {
    hole = index(board, ".") - 1
    moved = at(n)
    after = ""
    for (i = 0; i < 9; i++) after = after (i == hole ? moved : i == n ? "." : at(i))
    board = after
    show()
}

BEGIN {
    board = "@@@@####."    # kewai clockwise from the top left, then the putahi
    print "nodes:\na-b-c\n|\\|/|\nd-e-f\n|/|\\|\ng-h-i\n"
    show()
    while (legal("#", "@") >= 0) {
        if ((getline typed < "-") <= 0) exit
        slide(index("abcfihgde", typed) - 1)
        slide(legal("@", "#"))
    }
}
