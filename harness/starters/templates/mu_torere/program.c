/* Mu Torere: the human is black (b) and moves first, this program is white (w).
   The nodes have the numbers 1-9, row by row; o is the empty node. */
#include <stdio.h>

/* Where a stone that moves into an empty node may come from. The order is the strategy: the first
   stone of its own that may move is the one that the program moves. Make it shorter, or better! */
static const char *from[] = {"", "245", "135", "625", "715", "67123489", "395", "485", "975", "865"};
static char board[] = " wwwbowbbb"; /* the place 0 is not used: a node's number is its place */
static int hole = 5;

/* The first node in the order of `from` whose stone this colour may move; 0 when there is none. */
static int legal_move(char colour, char other) {
    for (const char *place = from[hole]; *place; place++) {
        int node = *place - '0';
        if (board[node] != colour)
            continue;
        /* into the centre only from beside a stone of the other colour */
        if (hole != 5 || board[from[node][0] - '0'] == other || board[from[node][1] - '0'] == other)
            return node;
    }
    return 0;
}

static void move(int node) {
    board[hole] = board[node];
    board[node] = 'o';
    hole = node;
}

static void show(void) {
    const char *b = board;
    printf("%c-%c-%c\n|\\|/|\n%c-%c-%c\n|/|\\|\n%c-%c-%c\n",
           b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9]);
    fflush(stdout); /* the human waits to see it */
}

int main(void) {
    int node;
    show();
    while (legal_move('b', 'w')) { /* who cannot move has lost */
        if (scanf("%d", &node) != 1)
            break;
        move(node); /* the human's move is legal: nobody has to check it */
        show();
        move(legal_move('w', 'b'));
        show();
    }
    return 0;
}
