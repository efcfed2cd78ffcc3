// Anneal the digits of strict.pl: `strict_perl_anneal LENGTH SECONDS [SEED]`; build with -O2 and -lm.
//
// The candidates of a hole are the digits that follow its number in the string, in order, and then the
// centre; the first with a stone of the mover's counts, for the program's move and for whether the
// human is stuck. Before the first move there is no hole, and every digit is a candidate: of the nodes
// that are white then (1, 2, 3, 5, 6) the first must be 5. A failure is a position in which the
// program's move is illegal, missing, or gives value away, or in which the human is wrongly called
// stuck or not; the count goes on with a right move.
#include "solve.h"

enum { MOST = 64 };
static int length, digits[MOST], candidates[9][MOST + 1], count_of[9], start;
static uint16_t seen[2][9][512], now;

static void make_lists(void) {
    for (int hole = 0; hole < 9; hole++) {
        count_of[hole] = 0;
        for (int i = 0; i < length - 1; i++) // a match takes both digits: the next begins behind it
            if (digits[i] == hole) candidates[hole][count_of[hole]++] = digits[++i];
        candidates[hole][count_of[hole]++] = CENTRE;
    }
}

static int chosen(int hole, int own) {
    for (int i = 0; i < count_of[hole]; i++)
        if (own >> candidates[hole][i] & 1) return candidates[hole][i];
    return -1;
}

static int begins_right(void) {
    for (int i = 0; i < length; i++) {
        if (digits[i] == CENTRE) return 1;
        if (digits[i] < 3 || digits[i] == 5) return 0;
    }
    return 0;
}

static int failures(int limit) { // the count, or more than the limit
    static int waiting[4096];
    int count = 0, bad = begins_right() ? 0 : 3;
    make_lists();
    if (!++now) memset(seen, 0, sizeof seen), now = 1;
    waiting[count++] = start << 5 | CENTRE << 1 | HUMAN;
    while (count && bad <= limit) {
        int x = waiting[--count], side = x & 1, hole = x >> 1 & 15, human = x >> 5, moves[8], number = 1;
        if (seen[side][hole][human] == now) continue;
        seen[side][hole][human] = now;
        if (side == HUMAN) {
            number = moves_of(HUMAN, hole, human, moves);
            bad += (chosen(hole, human) >= 0) != (number > 0);
        } else {
            moves[0] = chosen(hole, stones(PROGRAM, hole, human));
            if (moves[0] < 0 || !(keeps[hole][human] >> moves[0] & 1)) bad++, moves[0] = right[hole][human];
            number = moves[0] >= 0;
        }
        for (int i = 0; i < number; i++) waiting[count++] = after(side, hole, human, moves[i]) << 5 | moves[i] << 1 | !side;
    }
    return bad;
}

static uint8_t colour[9][512];
static int turns_round(int hole, int human) { // whether the won game may go on for ever
    if (colour[hole][human]) return colour[hole][human] == 1;
    colour[hole][human] = 1;
    int from = chosen(hole, stones(PROGRAM, hole, human)), moves[8], count = moves_of(HUMAN, from, human, moves);
    for (int i = 0; i < count; i++)
        if (turns_round(moves[i], after(HUMAN, from, human, moves[i]))) return 1;
    colour[hole][human] = 2;
    return 0;
}
static int wins_end(void) {
    memset(colour, 0, sizeof colour);
    for (int hole = 0; hole < 9; hole++)
        for (int human = 0; human < 512; human++)
            if (seen[PROGRAM][hole][human] == now && value[PROGRAM][hole][human] == WIN && turns_round(hole, human)) return 0;
    return 1;
}

static int anneal(int steps) {
    for (int i = 0; i < length; i++) digits[i] = below(9);
    int current = failures(999), least = current;
    for (int step = 0; step < steps && current; step++) {
        int before[MOST], i = below(length), j = below(length), digit = digits[i];
        memcpy(before, digits, sizeof before);
        switch (below(5)) {
        case 0: case 1: digits[i] = below(9); break;
        case 2: digits[i] = digits[j], digits[j] = digit; break;
        case 3: // a stretch turned round
            if (i > j) { int other = i; i = j, j = other; }
            for (; i < j; i++, j--) { int other = digits[i]; digits[i] = digits[j], digits[j] = other; }
            break;
        default:
            if (i < j) memmove(digits + i, digits + i + 1, (j - i) * sizeof *digits);
            else memmove(digits + j + 1, digits + j, (i - j) * sizeof *digits);
            digits[j] = below(2) ? digit : (int)below(9);
        }
        double heat = 2. * (steps - step) / steps + .15, limit = current - heat * log((below(1 << 30) + 1.) / (1 << 30));
        int next = failures((int)limit);
        if (!next && !wins_end()) next = 1;
        if (next <= limit) current = next;
        else memcpy(digits, before, sizeof before);
        if (current < least) least = current;
    }
    return least;
}

int main(int argc, char **argv) {
    if (argc < 3 || (length = atoi(argv[1])) < 2 || length > MOST) {
        fprintf(stderr, "usage: strict_perl_anneal LENGTH SECONDS [SEED]\n");
        return 2;
    }
    time_t end = time(0) + atoi(argv[2]);
    state = (argc > 3 ? atol(argv[3]) : 3) * 7919 + 13;
    solve();
    start = 1 << 3 | 1 << 6 | 1 << 7 | 1 << 8; // the human's stones: nodes 4, 7, 8, 9
    int best = 999, runs = 0, found = 0;
    for (; time(0) < end; runs++) {
        int least = anneal(150000);
        if (least < best) best = least;
        if (least) continue;
        found++;
        for (int i = 0; i < length; i++) printf("%d", digits[i] + 1);
        printf("\n"), fflush(stdout);
    }
    fprintf(stderr, "%d runs, %d found, fewest failures %d\n", runs, found, best);
    return !found;
}
