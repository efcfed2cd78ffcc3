/* MENACE plays X, moves first, and learns from what becomes of its games. The human types two
   letters for a move: L, M or R for the row (top, middle, bottom), and then for the column. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { NEW_BEADS = 3, MOST_BOXES = 400 };

static const char *lines[] = {"012", "345", "678", "036", "147", "258", "048", "246"};
/* The eight ways to turn and mirror a board: the square i of the picture is the square view[i]. */
static const char *views[] = {"012345678", "630741852", "876543210", "258147036",
                              "210543876", "036147258", "678345012", "852741630"};

typedef struct {
    char picture[10];
    int count, room;
    int *beads; /* each a square of the picture */
} Box;

static Box boxes[MOST_BOXES];
static int made;

/* One of 0 to n-1, all equally likely. */
static int any(int n) { return (int)(drand48() * n); }

static int won(const char *board, char mark) {
    for (int i = 0; i < 8; i++) {
        const char *line = lines[i];
        if (board[line[0] - '0'] == mark && board[line[1] - '0'] == mark
            && board[line[2] - '0'] == mark)
            return 1;
    }
    return 0;
}

/* The empty squares of a board, and how many there are. */
static int free_squares(const char *board, int *squares) {
    int n = 0;
    for (int i = 0; i < 9; i++)
        if (board[i] == '-')
            squares[n++] = i;
    return n;
}

/* The picture on the box of this board; returns the view that shows the board so. */
static const char *picture(const char *board, char *name) {
    const char *by = NULL;
    for (int v = 0; v < 8; v++) {
        char seen[10] = "";
        for (int i = 0; i < 9; i++)
            seen[i] = board[views[v][i] - '0'];
        if (!by || strcmp(seen, name) < 0) {
            strcpy(name, seen);
            by = views[v];
        }
    }
    return by;
}

static Box *find(const char *name) {
    for (int i = 0; i < made; i++)
        if (!strcmp(boxes[i].picture, name))
            return &boxes[i];
    return NULL;
}

static void put(Box *box, int bead) {
    if (box->count == box->room) {
        box->room = 2 * box->room + 8;
        box->beads = realloc(box->beads, sizeof(int) * (size_t)box->room);
    }
    box->beads[box->count++] = bead;
}

static void fill(Box *box) {
    int squares[9], n = free_squares(box->picture, squares);
    for (int i = 0; i < NEW_BEADS; i++)
        put(box, squares[any(n)]);
}

/* Make the box of this board, in which X is to move, and of all that may follow. */
static void make_boxes(const char *board) {
    char name[10], after[10];
    int xs[9], os[9];
    picture(board, name);
    int n = free_squares(name, xs);
    if (find(name) || won(name, 'O') || n < 2)
        return;
    strcpy(boxes[made].picture, name);
    fill(&boxes[made++]);
    for (int i = 0; i < n; i++) {
        strcpy(after, name);
        after[xs[i]] = 'X';
        if (won(after, 'X'))
            continue;
        int m = free_squares(after, os);
        for (int j = 0; j < m; j++) {
            after[os[j]] = 'O';
            make_boxes(after);
            after[os[j]] = '-';
        }
    }
}

/* 0, 1 or 2 for L, M or R. */
static int letter(char typed) { return typed == 'L' ? 0 : typed == 'M' ? 1 : 2; }

int main(void) {
    int games, squares[9];
    char typed[8];
    srand48(time(NULL) ^ ((long)getpid() << 16));
    make_boxes("---------");
    if (scanf("%d", &games) != 1)
        return 1;
    for (; games > 0; games--) {
        char board[] = "---------", mark = 'X';
        Box *used[4];
        int drawn[4], count = 0;
        puts("New game");
        while (strchr(board, '-') && !won(board, 'X') && !won(board, 'O')) {
            int square;
            if (mark == 'O') {
                if (scanf("%7s", typed) != 1)
                    return 1;
                square = 3 * letter(typed[0]) + letter(typed[1]);
            } else if (free_squares(board, squares) == 1) {
                square = squares[0]; /* no choice, no box */
            } else {
                char name[10];
                const char *view = picture(board, name);
                Box *box = find(name);
                int at = any(box->count), bead = box->beads[at];
                box->beads[at] = box->beads[--box->count];
                if (!box->count) { /* an empty box gets new beads, and one of them is the move */
                    fill(box);
                    bead = box->beads[any(box->count)];
                }
                used[count] = box;
                drawn[count++] = bead;
                square = view[bead] - '0';
            }
            board[square] = mark;
            printf("%.3s\n%.3s\n%.3s\n", board, board + 3, board + 6);
            fflush(stdout); /* the human waits to see it */
            mark = mark == 'X' ? 'O' : 'X';
        }
        int back = won(board, 'X') ? 2 : won(board, 'O') ? 0 : 1;
        for (int i = 0; i < count; i++)
            for (int j = 0; j < back; j++)
                put(used[i], drawn[i]);
        for (int i = 0; i < made; i++) {
            printf("%s[", i ? ", " : "[");
            for (int j = 0; j < boxes[i].count; j++)
                printf("%s%d", j ? ", " : "", boxes[i].beads[j]);
            printf("]");
        }
        puts("]");
        fflush(stdout);
    }
    return 0;
}
