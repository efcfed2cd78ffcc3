/* A bot of meta tic-tac-toe: it is run for each move and prints two digits, a board and a tile.
   It takes a tile that wins a small board if there is one, and else the first that is free. */
#include <stdio.h>
#include <string.h>

static const char *lines[] = {"012", "345", "678", "036", "147", "258", "048", "246"};

/* Whether this mark on the tile makes three in a row on the board. */
static int wins(const char *board, int tile, char mine) {
    for (int i = 0; i < 8; i++) {
        int have = 0, here = 0;
        for (const char *t = lines[i]; *t; t++) {
            have += board[*t - '0'] == mine;
            here += *t - '0' == tile;
        }
        if (here && have == 2)
            return 1;
    }
    return 0;
}

int main(int count, char **words) {
    /* Who moves (X or O), the nine boards, the master board (who has won which), and the last move:
       its board and its tile, or xx. On boards an O is the digit 0. */
    if (count != 13)
        return 2;
    char mine = words[1][0] == 'X' ? 'X' : '0';
    char **boards = words + 2, *master = words[11], *last = words[12];
    int first = -1, best = -1;

    /* The tile of the last move names the board to play in, unless that one is won or full. */
    int target = last[1] - '0';
    if (last[0] == 'x' || master[target] != '-' || !strchr(boards[target], '-'))
        target = -1;
    for (int b = 0; b < 9; b++) {
        if (master[b] != '-' || (target >= 0 && b != target))
            continue;
        for (int t = 0; t < 9; t++) {
            if (boards[b][t] != '-')
                continue;
            if (first < 0)
                first = 10 * b + t;
            if (best < 0 && wins(boards[b], t, mine))
                best = 10 * b + t;
        }
    }
    printf("%02d\n", best < 0 ? first : best);
    return 0;
}
