// Anneal the digits of strict.pl: `strict_perl_anneal LENGTH SECONDS [SEED]`; build with -O2 and -lm.
//
// The candidates of a hole are the digits that follow its number in the string, in order, and then the
// centre; the first with a stone of the mover's counts, for the program's move and for whether the
// human is stuck. Before the first move there is no hole, and every digit is a candidate: of the nodes
// that are white then (1, 2, 3, 5, 6) the first must be 5.
#include "policy.h"

enum { MOST = 64 };
static int length, digits[MOST], candidates[9][MOST + 1], count_of[9];

static void make_lists(void) {
    for (int hole = 0; hole < 9; hole++) {
        count_of[hole] = 0;
        for (int i = 0; i < length - 1; i++) // a match takes both digits: the next begins behind it
            if (digits[i] == hole) candidates[hole][count_of[hole]++] = digits[++i];
        candidates[hole][count_of[hole]++] = CENTRE;
    }
}

static int chosen(int side, int hole, int own) {
    (void)side; // one list for both
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
    int bad = begins_right() ? 0 : 3;
    make_lists();
    return bad + failing(limit - bad);
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
        double limit = allowance(current, step, steps);
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
