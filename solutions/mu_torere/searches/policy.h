// A policy judged in every position that it lets happen. The file that includes this one defines
// `chosen`, and sets `start`. A failure is a position in which the program's move is illegal, missing,
// or gives away a win or a draw, or in which the human is called stuck and is not, or the other way
// round. After a failure the count goes on with a right move.
#include "solve.h"

static int chosen(int side, int hole, int own); // the node of the stone that the policy moves, or -1
static int start; // the human's stones then
static uint16_t seen[2][9][512], now;

static int failing(int limit) { // the count, or more than the limit
    static int waiting[4096];
    int count = 0, bad = 0;
    if (!++now) memset(seen, 0, sizeof seen), now = 1;
    waiting[count++] = start << 5 | CENTRE << 1 | HUMAN;
    while (count && bad <= limit) {
        int x = waiting[--count], side = x & 1, hole = x >> 1 & 15, human = x >> 5, moves[8], number = 1;
        if (seen[side][hole][human] == now) continue;
        seen[side][hole][human] = now;
        if (side == HUMAN) {
            number = moves_of(HUMAN, hole, human, moves);
            bad += (chosen(HUMAN, hole, human) >= 0) != (number > 0);
        } else {
            moves[0] = chosen(PROGRAM, hole, stones(PROGRAM, hole, human));
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
    int from = chosen(PROGRAM, hole, stones(PROGRAM, hole, human)), moves[8], count = moves_of(HUMAN, from, human, moves);
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

// Of an annealing that cools with its steps: the most failures that this step may lead to.
static double allowance(int current, int step, int steps) {
    double heat = 2. * (steps - step) / steps + .15;
    return current - heat * log((below(1 << 30) + 1.) / (1 << 30));
}
