// Search the string of by_heart.py: cc -O3 by_heart.c -o by_heart && ./by_heart 1000 28 1
//
//   by_heart WIDTH MOST STEP      a beam of so many prefixes, strings of at most so many characters; from a
//                                 board that is full or won on to the STEPth behind it (1, or 8: the one before)
//
// A character, 1 to 9, is where the tile of one move is looked for; which one is chosen by the number of
// X's tiles, so that one character decides a move in each of six matches at once (and O's spelling does
// not matter). All six are played in step; a prefix is judged by a search three plies deep in each. The
// character of the first move is printed first; in the script it has place 1, the last one place 0.
#include "../../../harness/golf/field.h"

enum { MATCHES = 6, LONGEST = 40, OVER_WON = 1000 };
static const Bot OTHERS[3] = {naive_bot, middle_bot, depth_bot};
typedef struct { Position p[MATCHES]; int result[MATCHES], length; char text[LONGEST]; double score; uint64_t key; } Prefix;

static int step_on;

static int move_of(const Position *p, int from) {
    for (int b = p->last < 0 ? 1221 % 9 : p->last;; b = (b + step_on) % 9)
        for (int k = 0; k < 9 && !(p->closed >> b & 1); k++) {
            int t = (from + k) % 9;
            if (!((p->tiles[0][b] | p->tiles[1][b]) >> t & 1)) return 9 * b + t;
        }
}

static int points_at_end(const Position *p, int side, int end) {
    return end == UNDECIDED ? -1 : (p->side == side ? -1 : 1) * (100 + open_tiles(p)); // who moved last has won
}

// One move of ours in match i, and the answer; in the matches as O the first call is X's move alone.
static void advance(Prefix *x, int i, int from) {
    Position *p = &x->p[i];
    int side = i & 1, end = GOES_ON;
    if (x->result[i]) return;
    if (p->side == side) end = play(p, move_of(p, from));
    if (end == GOES_ON) end = play(p, OTHERS[i / 2](p));
    if (end != GOES_ON) x->result[i] = points_at_end(p, side, end);
}

static double outlook(const Position *p) { // for the side to move
    View v = view_of(p);
    int value = best_value(&v, 3, -2 * MATCH_WON, 2 * MATCH_WON);
    return value > 500 ? 500 : value < -900 ? -900 : value;
}

static int by_score(const void *a, const void *b) {
    double x = ((const Prefix *)a)->score, y = ((const Prefix *)b)->score;
    return (x < y) - (x > y);
}

static Prefix playing; // the string that by_heart plays
static int by_heart(const Position *p) {
    int count = 0;
    for (int b = 0; b < 9; b++) count += __builtin_popcount(p->tiles[0][b]);
    count += p->side == 0; // argv names X
    return move_of(p, playing.text[(count + playing.length - 1) % playing.length]);
}

static void show(const Prefix *x) {
    playing = *x;
    int sure = 0, first = 0, won = 0, tournaments = 1000;
    double sum = 0;
    for (int i = 0; i < MATCHES; i++) {
        int points = i & 1 ? -match(OTHERS[i / 2], by_heart) : match(by_heart, OTHERS[i / 2]);
        if (points <= 0) return;
        sure += points;
    }
    for (int i = 0; i < tournaments; i++) {
        int a = match(by_heart, good_rand_bot), b = -match(good_rand_bot, by_heart);
        int c = match(depth_bot, good_rand_bot), d = -match(good_rand_bot, depth_bot);
        int own = sure + (a > 0 ? a : a ? 0 : -10) + (b > 0 ? b : b ? 0 : -10);
        first += own > 610 + (c > 0 ? c : 0) + (d > 0 ? d : 0);
        won += (a > 0) + (b > 0), sum += own;
    }
    printf("%d characters, %d points, mean %.0f, %.2f of goodRandBot's won, first in %.3f:", x->length, sure, sum / tournaments, won / 2. / tournaments, (double)first / tournaments);
    for (int i = 0; i < x->length; i++) printf(" %d", x->text[i]);
    printf("\n"), fflush(stdout);
}

int main(int count, char **words) {
    if (count != 4) return fprintf(stderr, "usage: by_heart WIDTH MOST STEP\n"), 2;
    int width = atoi(words[1]), most = atoi(words[2]), number = 1;
    step_on = atoi(words[3]);
    prepare_field();
    Prefix *beam = calloc(9 * width, sizeof *beam), *next = calloc(9 * width, sizeof *next);
    for (int i = 0; i < MATCHES; i++) {
        beam[0].p[i] = (Position){.target = -1, .last = -1};
        if (i & 1) play(&beam[0].p[i], OTHERS[i / 2](&beam[0].p[i]));
    }
    for (int step = 0; step < most; step++) {
        int made = 0, done = 0;
        for (int x = 0; x < number; x++)
            for (int c = 1; c <= 9; c++) {
                Prefix *y = &next[made];
                int lost = 0, won = 0;
                *y = beam[x];
                y->text[y->length++] = c;
                y->key = 1, y->score = 0;
                for (int i = 0; i < MATCHES; i++) {
                    advance(y, i, c);
                    lost |= y->result[i] < 0, won += y->result[i] > 0;
                    for (int k = 0; k < 18; k++) y->key = hash(y->key, y->p[i].tiles[k / 9][k % 9]);
                    if (y->result[i] < 0) break;
                }
                if (lost) continue;
                for (int i = 0; i < MATCHES; i++)
                    y->score += (i >= 4 ? 2 : 1) * (y->result[i] > 0 ? OVER_WON + 3 * y->result[i] : outlook(&y->p[i]));
                if (won == MATCHES) show(y), done++;
                made++;
            }
        qsort(next, made, sizeof *next, by_score);
        number = 0;
        for (int x = 0; x < made && number < width; x++) {
            int known = 0;
            for (int z = number - 1; z >= 0 && beam[z].score == next[x].score; z--) known |= beam[z].key == next[x].key;
            if (!known) beam[number++] = next[x];
        }
        fprintf(stderr, "%d characters: %d prefixes, best %.0f, %d won\n", step + 1, number, number ? beam[0].score : 0, done);
        if (!number) break;
    }
}
