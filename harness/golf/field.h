// The rules of meta tic-tac-toe and the challenge's four bots, compiled, for searches.
//
// They answer as reference/meta_tic_tac_toe/bots do: depthBot's order of moves and its bounds are
// kept to the letter, since of equal moves the first counts. A move is 9 * board + tile; sets of
// tiles or boards are nine bits. A test, and check_field.py of the searches, compare the moves.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint16_t tiles[2][9], won[2], closed; // by side, X first; `closed`: won or full
    int target, side, last;               // target -1: a free move; last: tile of the last move, -1: none
} Position;

typedef int (*Bot)(const Position *); // a move, or -1 when the bot fails

static const int LINES[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
static uint8_t has_line[512];

static uint64_t random_state = 88172645463325252ULL;
static uint64_t random_number(void) {
    random_state ^= random_state << 13, random_state ^= random_state >> 7, random_state ^= random_state << 17;
    return random_state * 0x2545F4914F6CDD1DULL >> 11;
}

// ---- rules
static int legal_moves(const Position *p, int *moves) {
    int count = 0, first = p->target < 0 ? 0 : p->target, last = p->target < 0 ? 8 : p->target;
    for (int b = first; b <= last; b++)
        for (int t = 0; t < 9 && !(p->closed >> b & 1); t++)
            if (!((p->tiles[0][b] | p->tiles[1][b]) >> t & 1)) moves[count++] = 9 * b + t;
    return count;
}

enum { GOES_ON, WON, UNDECIDED };
static int play(Position *p, int move) {
    int b = move / 9, t = move % 9, side = p->side;
    p->tiles[side][b] |= 1 << t;
    if (has_line[p->tiles[side][b]]) p->closed |= 1 << b, p->won[side] |= 1 << b;
    else if ((p->tiles[0][b] | p->tiles[1][b]) == 511) p->closed |= 1 << b;
    p->last = t;
    p->target = p->closed >> t & 1 ? -1 : t;
    p->side = !side;
    return has_line[p->won[side]] ? WON : p->closed == 511 ? UNDECIDED : GOES_ON;
}

static int open_tiles(const Position *p) {
    int count = 81;
    for (int b = 0; b < 9; b++) count -= __builtin_popcount(p->tiles[0][b] | p->tiles[1][b]);
    return count;
}

#define FAILED (-999)
// X's points, or O's with a minus; 0 when undecided; FAILED.
static int match(Bot x, Bot o) {
    Position p = {.target = -1, .last = -1};
    for (;;) {
        int side = p.side, move = (side ? o : x)(&p);
        if (move < 0) return FAILED;
        int end = play(&p, move);
        if (end == WON) return (side ? -1 : 1) * (100 + open_tiles(&p));
        if (end == UNDECIDED) return 0;
    }
}

// ---- goodRandBot, naiveBot, middleBot
static int good_rand_bot(const Position *p) {
    int moves[81], count = legal_moves(p, moves);
    return moves[random_number() % count];
}

static int naive_bot(const Position *p) {
    int moves[81], count = legal_moves(p, moves);
    for (int i = 0; i < count; i++)
        if (has_line[p->tiles[p->side][moves[i] / 9] | 1 << moves[i] % 9]) return moves[i];
    return moves[0];
}

static int middle_bot(const Position *p) {
    static const int RANK[9] = {1, 5, 2, 6, 0, 7, 3, 8, 4};
    int moves[81] = {0}, count = legal_moves(p, moves), best = moves[0];
    for (int i = 1; i < count; i++)
        if (9 * RANK[moves[i] % 9] + RANK[moves[i] / 9] < 9 * RANK[best % 9] + RANK[best / 9]) best = moves[i];
    return best;
}

// ---- depthBot
#define MATCH_WON 1000000
static const int WEIGHT[9] = {2, 1, 2, 1, 3, 1, 2, 1, 2}, LINE[4] = {0, 2, 9}, MASTER_LINE[4] = {0, 8, 40};
static int16_t board_score[512][512];

typedef struct { uint16_t mine[9], theirs[9]; int won, lost, closed, target, score; } View;
typedef struct { int gain, board, tile, tiles, won, closed; } Step;

static int line_score(int mine, int theirs, int dead, const int *worth) {
    int score = 0;
    for (int i = 0; i < 8; i++) {
        if (!(LINES[i] & (theirs | dead))) score += worth[__builtin_popcount(LINES[i] & mine)];
        if (!(LINES[i] & (mine | dead))) score -= worth[__builtin_popcount(LINES[i] & theirs)];
    }
    return score;
}

static int master_score(int won, int lost, int closed) {
    int boards = 0;
    for (int b = 0; b < 9; b++) boards += WEIGHT[b] * ((won >> b & 1) - (lost >> b & 1));
    return 20 * boards + line_score(won, lost, closed & ~won & ~lost, MASTER_LINE);
}

static int steps_of(const View *v, Step *steps) {
    int count = 0, first = v->target < 0 ? 0 : v->target, last = v->target < 0 ? 8 : v->target;
    for (int b = first; b <= last; b++) {
        if (v->target < 0 && v->closed >> b & 1) continue;
        int tiles = v->mine[b], rivals = v->theirs[b], before = board_score[tiles][rivals];
        for (int t = 0; t < 9; t++) {
            if ((tiles | rivals) >> t & 1) continue;
            int now = tiles | 1 << t, won = v->won, closed = v->closed, gain;
            if (has_line[now]) won |= 1 << b, closed |= 1 << b;
            else if ((now | rivals) == 511) closed |= 1 << b;
            if (closed == v->closed) gain = WEIGHT[b] * (board_score[now][rivals] - before);
            else if (has_line[won]) gain = MATCH_WON;
            else gain = master_score(won, v->lost, closed) - master_score(v->won, v->lost, v->closed) - WEIGHT[b] * before;
            steps[count++] = (Step){gain, b, t, now, won, closed};
        }
    }
    return count;
}

static int less(const Step *a, const Step *b) {
    if (a->gain != b->gain) return a->gain < b->gain;
    return 9 * a->board + a->tile < 9 * b->board + b->tile;
}

static void sort_steps(Step *steps, int count) { // the greatest first
    for (int i = 1; i < count; i++) {
        Step step = steps[i];
        int j = i;
        for (; j > 0 && less(&steps[j - 1], &step); j--) steps[j] = steps[j - 1];
        steps[j] = step;
    }
}

static int best_value(const View *v, int depth, int alpha, int beta);
static int value_after(const View *v, const Step *step, int depth, int alpha, int beta) {
    if (step->gain == MATCH_WON) return MATCH_WON + depth;
    if (step->closed == 511) return 0;
    if (depth == 1) return v->score + step->gain;
    View next = {.won = v->lost, .lost = step->won, .closed = step->closed, .score = -v->score - step->gain};
    memcpy(next.mine, v->theirs, sizeof next.mine);
    memcpy(next.theirs, v->mine, sizeof next.theirs);
    next.theirs[step->board] = step->tiles;
    next.target = step->closed >> step->tile & 1 ? -1 : step->tile;
    return -best_value(&next, depth - 1, -beta, -alpha);
}

static int best_value(const View *v, int depth, int alpha, int beta) {
    Step steps[81];
    int count = steps_of(v, steps), best = -2 * MATCH_WON;
    if (depth > 1) sort_steps(steps, count);
    for (int i = 0; i < count && best < beta; i++) {
        int value = value_after(v, &steps[i], depth, alpha > best ? alpha : best, beta);
        if (value > best) best = value;
    }
    return best;
}

static View view_of(const Position *p) { // as the side to move sees it
    View v = {.won = p->won[p->side], .lost = p->won[!p->side], .closed = p->closed, .target = p->target};
    memcpy(v.mine, p->tiles[p->side], sizeof v.mine);
    memcpy(v.theirs, p->tiles[!p->side], sizeof v.theirs);
    v.score = master_score(v.won, v.lost, v.closed);
    for (int b = 0; b < 9; b++)
        if (!(v.closed >> b & 1)) v.score += WEIGHT[b] * board_score[v.mine[b]][v.theirs[b]];
    return v;
}

static int depth_bot_searched(const Position *p) {
    View v = view_of(p);
    Step steps[81];
    int values[81], count = steps_of(&v, steps);
    sort_steps(steps, count);
    for (int depth = 3; depth <= 5; depth += 2) {
        int alpha = -2 * MATCH_WON;
        for (int i = 0; i < count; i++) {
            values[i] = value_after(&v, &steps[i], depth, alpha, 2 * MATCH_WON);
            if (values[i] > alpha) alpha = values[i];
        }
        for (int i = 1; i < count; i++) { // stable, the greatest first
            Step step = steps[i];
            int value = values[i], j = i;
            for (; j > 0 && values[j - 1] < value; j--) steps[j] = steps[j - 1], values[j] = values[j - 1];
            steps[j] = step, values[j] = value;
        }
    }
    return 9 * steps[0].board + steps[0].tile;
}

static uint64_t hash(uint64_t seed, uint64_t x) {
    seed = (seed ^ x) * 0x9E3779B97F4A7C15ULL;
    seed = (seed ^ seed >> 29) * 0xBF58476D1CE4E5B9ULL;
    return seed ^ seed >> 32;
}

#define TABLE_BITS 22
static struct { uint64_t key; int move; } *answered; // the last answers, by a hash of the position
static int depth_bot(const Position *p) {
    uint64_t key = p->target + 2 + 16 * p->side;
    for (int side = 0; side < 2; side++)
        for (int b = 0; b < 9; b++) key = hash(key, p->tiles[side][b]);
    key |= 1;
    uint64_t place = key >> (64 - TABLE_BITS);
    if (answered[place].key != key) answered[place].move = depth_bot_searched(p), answered[place].key = key;
    return answered[place].move;
}

static void prepare_field(void) {
    for (int set = 0; set < 512; set++)
        for (int i = 0; i < 8; i++) has_line[set] |= (set & LINES[i]) == LINES[i];
    for (int mine = 0; mine < 512; mine++)
        for (int theirs = 0; theirs < 512; theirs++) board_score[mine][theirs] = line_score(mine, theirs, 0, LINE);
    answered = calloc(1 << TABLE_BITS, sizeof *answered);
}
