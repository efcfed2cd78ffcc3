// Moves of the compiled field in positions of random matches, for check_field.py:
// side, target, nine sets of X's tiles, nine of O's, then depthBot's, naiveBot's, middleBot's move.
#include "../../../harness/golf/field.h"
int main(void) {
    prepare_field();
    for (int game = 0; game < 40; game++) {
        Position p = {.target = -1, .last = -1};
        do {
            if (random_number() % 8 || p.last < 0) continue;
            printf("%d %d", p.side, p.target);
            for (int i = 0; i < 18; i++) printf(" %d", p.tiles[i / 9][i % 9]);
            printf(" %d %d %d\n", depth_bot(&p), naive_bot(&p), middle_bot(&p));
        } while (play(&p, good_rand_bot(&p)) == GOES_ON);
    }
}
