/* The challenge's four bots for Python: one move in one position. */

#include "field.h"

enum { GOOD_RAND, NAIVE, MIDDLE, DEPTH };

/* Call once before the first move. */
void field_prepare(void) { prepare_field(); }

/* `tiles` are nine sets of X's tiles and nine of O's; `won` the boards of each; target -1: free. */
int field_move(int bot, int side, int target, const uint16_t *tiles, const uint16_t *won,
               int closed, uint64_t seed) {
    static const Bot BOTS[] = {good_rand_bot, naive_bot, middle_bot, depth_bot};
    Position p = {.target = target, .side = side, .last = -1, .closed = (uint16_t)closed};
    memcpy(p.tiles, tiles, sizeof p.tiles);
    memcpy(p.won, won, sizeof p.won);
    if (seed) random_state = seed;
    return BOTS[bot](&p);
}
