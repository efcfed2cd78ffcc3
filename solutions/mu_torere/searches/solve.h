// The rules and their solution, for the searches: nodes are 0 to 8 row by row, a position is the side
// to move, the hole and the bits of the human's stones. A random number is below(count).
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { HUMAN = 0, PROGRAM = 1, CENTRE = 4, DRAW = 0, WIN = 1, LOSS = 2 };
static const int RING[8] = {0, 1, 2, 5, 8, 7, 6, 3};
static int neighbours[9][8], degree[9], beside[9][2];
static uint8_t value[2][9][512]; // for the side to move, by side, hole and the human's stones
static int keeps[9][512], right[9][512]; // the program's moves that keep the value (a set), and one of them

static uint64_t state;
static uint32_t below(uint32_t count) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (state * 0x2545F4914F6CDD1DULL >> 32) * count >> 32;
}

static int stones(int side, int hole, int human) { return side ? 511 & ~human & ~(1 << hole) : human; }
static int after(int side, int hole, int human, int from) { return side ? human : (human & ~(1 << from)) | 1 << hole; }

static int moves_of(int side, int hole, int human, int *moves) {
    int count = 0, own = stones(side, hole, human), other = stones(!side, hole, human);
    for (int i = 0; i < degree[hole]; i++) {
        int from = neighbours[hole][i];
        if (!(own >> from & 1)) continue;
        if (hole == CENTRE && !((other >> beside[from][0] | other >> beside[from][1]) & 1)) continue;
        moves[count++] = from;
    }
    return count;
}

static int is_position(int hole, int human) { return !(human >> hole & 1) && __builtin_popcount(human) == 4; }

static void solve(void) {
    static uint8_t distance[2][9][512];
    for (int i = 0; i < 8; i++) {
        int node = RING[i];
        neighbours[node][0] = beside[node][0] = RING[(i + 7) % 8];
        neighbours[node][1] = beside[node][1] = RING[(i + 1) % 8];
        neighbours[node][2] = CENTRE, degree[node] = 3, neighbours[CENTRE][i] = node;
    }
    degree[CENTRE] = 8;
    for (int depth = 1, changed = 1; changed; depth++) {
        changed = 0;
        for (int x = 0; x < 2 * 9 * 512; x++) {
            int side = x & 1, human = x >> 1 & 511, hole = x >> 10, moves[8], won = 0, lost = 1;
            if (!is_position(hole, human) || value[side][hole][human]) continue;
            int count = moves_of(side, hole, human, moves);
            for (int i = 0; i < count; i++) {
                int then = value[!side][moves[i]][after(side, hole, human, moves[i])];
                won |= then == LOSS, lost &= then == WIN;
            }
            if (won || lost) value[side][hole][human] = won ? WIN : LOSS, distance[side][hole][human] = depth, changed = 1;
        }
    }
    for (int x = 0; x < 9 * 512; x++) {
        int human = x & 511, hole = x >> 9, moves[8], nearest = 999;
        right[hole][human] = -1;
        if (!is_position(hole, human)) continue;
        int count = moves_of(PROGRAM, hole, human, moves), now = value[PROGRAM][hole][human];
        for (int i = 0; i < count; i++) {
            int then = value[HUMAN][moves[i]][human], plies = distance[HUMAN][moves[i]][human];
            if (now == WIN ? then != LOSS : now == DRAW && then != DRAW) continue;
            keeps[hole][human] |= 1 << moves[i];
            if (plies < nearest) nearest = plies, right[hole][human] = moves[i];
        }
    }
}
