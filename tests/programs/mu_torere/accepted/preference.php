<?php // clause: none; in PHP: two letters a stone, numbered 11 to 33 by row and column
const ORDER = [0, 1, 2, 7, 8, 3, 6, 5, 4];
$board = "wwwwbbbbo"; // kewai clockwise from the top left, then the putahi

function show(): void {
    global $board;
    $p = array_map(fn($node) => ["b" => "BB", "w" => "WW", "o" => ".."][$board[$node]], ORDER);
    echo "$p[0]----$p[1]----$p[2]\n| \\   |   / |\n|   \\ | /   |\n$p[3]----$p[4]----$p[5]\n";
    echo "|   / | \\   |\n| /   |   \\ |\n$p[6]----$p[7]----$p[8]\n\n";
}

function legal(string $own, string $other): array {
    global $board;
    $hole = strpos($board, "o");
    return array_values(array_filter([5, 6, 3, 0, 1, 2, 7, 4, 8], function ($n) use ($own, $other, $hole, $board) {
        $beside = [($n + 7) % 8, ($n + 1) % 8];
        $enters = $hole == 8 && in_array($other, array_map(fn($m) => $board[$m], $beside));
        return $board[$n] == $own && ($n == 8 || in_array($hole, $beside) || $enters);
    }));
}

function slide(int $n): void {
    global $board;
    $board[strpos($board, "o")] = $board[$n];
    $board[$n] = "o";
    show();
}

show();
while (legal("b", "w")) {
    echo "row and column: ";
    [$row, $column] = str_split(trim(fgets(STDIN)));
    slide(ORDER[3 * $row + $column - 4]);
    slide(legal("w", "b")[0]);
}
