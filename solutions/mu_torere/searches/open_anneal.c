// Anneal the codes of open.py for each slice on standard input; open_search.py writes them.
//
// A line is: the slice, how many codes, how many may need an escape, and eighteen lists of the codes
// that it keeps, for the nine holes of the program and then of the human. A candidate is the hole xor a
// code; of those that hold the mover's stone the last one counts.
#include "policy.h"

enum { CODES = 16 };
static const int CELL[9] = {2, 4, 6, 14, 16, 18, 26, 28, 30};
static int node_at[32];

// ---- a list of codes
typedef struct { char text[32]; int count, escapes, kept[18]; uint8_t which[18][CODES]; int best; } Slice;
static Slice *slice;
static uint8_t codes[CODES], candidates[18][CODES];
static int candidate_count[18];

static int chosen(int side, int hole, int own) {
    int list = side == HUMAN ? 9 + hole : hole;
    for (int i = candidate_count[list]; i--;)
        if (own >> candidates[list][i] & 1) return candidates[list][i];
    return -1;
}

static int failures(int limit) { // the count, or more than the limit
    for (int q = 0; q < 18; q++) {
        candidate_count[q] = 0;
        for (int i = 0; i < slice->kept[q]; i++) {
            int node = node_at[CELL[q % 9] ^ codes[slice->which[q][i]]];
            if (node >= 0) candidates[q][candidate_count[q]++] = node;
        }
    }
    return failing(limit);
}

// `h^-i` writes code c as the character 31-c, `h^~i` as 30-c: 13 and 10 need an escape, 0 cannot be.
static int escapes(void) {
    int minus = 0, tilde = 0;
    for (int i = 0; i < slice->count; i++) minus += codes[i] == 18, tilde += codes[i] == 20 ? 1 : codes[i] == 30 ? 99 : 0;
    return minus < tilde ? minus : tilde;
}
static int a_code(void) { // an edge's, or now and then one that leads nowhere
    return below(8) ? (int[]){2, 6, 20, 12, 30, 10, 14, 18, 22}[below(9)] : 2 + 2 * (int)below(15);
}

static int anneal(int steps) {
    int turn = below(8);
    start = 0;
    for (int i = 0; i < 4; i++) start |= 1 << RING[(turn + i) % 8];
    do for (int i = 0; i < slice->count; i++) codes[i] = a_code(); while (escapes() > slice->escapes);
    int current = failures(999), least = current;
    for (int step = 0; step < steps && current; step++) {
        uint8_t before[CODES];
        memcpy(before, codes, CODES);
        int i = below(slice->count), j = below(slice->count), code = codes[i];
        switch (below(4)) {
        case 0: case 1: codes[i] = a_code(); break;
        case 2: codes[i] = codes[j], codes[j] = code; break;
        default:
            if (i < j) memmove(codes + i, codes + i + 1, j - i);
            else memmove(codes + j + 1, codes + j, i - j);
            codes[j] = code;
        }
        double limit = allowance(current, step, steps);
        int next = escapes() > slice->escapes ? 9999 : failures((int)limit);
        if (!next && !wins_end()) next = 1;
        if (next <= limit) current = next;
        else memcpy(codes, before, CODES);
        if (current < least) least = current;
    }
    return least;
}

int main(int argc, char **argv) {
    static Slice slices[20000];
    static char line[4000];
    int number = 0, found = 0;
    time_t end = time(0) + atoi(argv[1]);
    state = atol(argv[2]) * 7919 + 13;
    memset(node_at, -1, sizeof node_at);
    for (int i = 0; i < 9; i++) node_at[CELL[i]] = i;
    solve();
    while (number < 20000 && fgets(line, sizeof line, stdin)) {
        Slice *s = &slices[number++];
        strcpy(s->text, strtok(line, " "));
        s->count = atoi(strtok(0, " ")), s->escapes = atoi(strtok(0, " ")), s->best = 999;
        for (int q = 0; q < 18; q++) {
            char *word = strtok(0, " \n");
            while (*word && *word != '-') {
                s->which[q][s->kept[q]++] = strtol(word, &word, 10);
                word += *word == ',';
            }
        }
    }
    printf("%d slices\n", number);
    // Four rounds for all, and then for the better half, the better quarter, with more steps.
    for (int round = 0, cut = 999; time(0) < end; round++) {
        for (int i = 0; i < number && time(0) < end; i++) {
            slice = &slices[i];
            if (slice->best > cut) continue;
            int least = anneal(4000 << (round < 4 ? 0 : round > 8 ? 4 : round - 4));
            if (least < slice->best) slice->best = least;
            if (least) continue;
            found++;
            printf("%s start %03o codes", slice->text, start);
            for (int k = 0; k < slice->count; k++) printf(" %d", 31 - codes[k]);
            printf("\n"), fflush(stdout);
        }
        int share = number >> (round < 3 ? 0 : round > 12 ? 9 : round - 2), least = 0;
        for (cut = 0; cut < 998; cut++) {
            least = 0;
            for (int i = 0; i < number; i++) least += slices[i].best <= cut;
            if (least > share) break;
        }
        int best = 999;
        for (int i = 0; i < number; i++) if (slices[i].best < best) best = slices[i].best;
        fprintf(stderr, "round %d: %d found, fewest failures %d, going on with %d slices\n", round, found, best, round < 3 ? number : least);
        if (round < 3) cut = 999;
    }
    return !found;
}
