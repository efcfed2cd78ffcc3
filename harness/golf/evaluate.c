/* How many replies of a Mu Torere policy fail, in microseconds. A policy is a list of candidates
   for each hole; the first that holds a stone of the program's is moved. Nodes are 0 to 8, and a
   position is the hole and the bits of the human's stones. */

#include <stdint.h>
#include <string.h>

enum { NODES = 9, MASKS = 512, LONGEST = 32 };

static uint16_t human[NODES][MASKS];  /* bits of the human's legal moves */
static uint16_t keeping[NODES][MASKS]; /* of the program's moves that keep the value */
static uint8_t won[NODES][MASKS];     /* whether the program, to move, can win */

void evaluate_tables(const uint16_t *moves, const uint16_t *kept, const uint8_t *wins) {
    memcpy(human, moves, sizeof human);
    memcpy(keeping, kept, sizeof keeping);
    memcpy(won, wins, sizeof won);
}

/* Faults of a policy, from where the human (to move) stands at the start. `lists` has for each hole
   its size and its candidates. A failing reply counts, and the play goes on with one that would
   have been right, so that faults behind it count too. `out`: failing replies, positions asked,
   positions from which a win is not finished. */
void evaluate_policy(const uint8_t (*lists)[LONGEST + 1], int hole, int mask, int32_t *out) {
    static uint32_t seen[NODES][MASKS], round_now;
    static uint16_t stack[NODES * MASKS], asked[NODES * MASKS];
    static uint16_t reply_to[NODES][MASKS]; /* the human's position after the reply, or 0xFFFF */
    int depth = 0, count = 0, failing = 0, unfinished = 0;
    round_now++;
    stack[depth++] = (uint16_t)(hole << 9 | mask);
    static uint32_t stood[NODES][MASKS];
    stood[hole][mask] = round_now;
    while (depth) {
        int at = stack[--depth], h = at >> 9, m = at & 511;
        for (int moves = human[h][m]; moves; moves &= moves - 1) {
            int node = __builtin_ctz((unsigned)moves);
            int to = node, after = (m & ~(1 << node)) | 1 << h;
            if (seen[to][after] == round_now) continue;
            seen[to][after] = round_now;
            asked[count++] = (uint16_t)(to << 9 | after);
            int reply = -1, own = 511 & ~after & ~(1 << to);
            for (int k = 1; k <= lists[to][0]; k++)
                if (lists[to][k] < NODES && own >> lists[to][k] & 1) { reply = lists[to][k]; break; }
            if (reply < 0 || !(keeping[to][after] >> reply & 1)) {
                failing++;
                if (!keeping[to][after]) { reply_to[to][after] = 0xFFFF; continue; }
                reply = __builtin_ctz(keeping[to][after]);
            }
            reply_to[to][after] = (uint16_t)(reply << 9 | after);
            if (stood[reply][after] != round_now) {
                stood[reply][after] = round_now;
                stack[depth++] = (uint16_t)(reply << 9 | after);
            }
        }
    }
    /* A won position is finished when after its reply each human move leads to a finished one. */
    static uint32_t done[NODES][MASKS];
    for (int more = 1; more;) {
        more = 0;
        for (int k = 0; k < count; k++) {
            int h = asked[k] >> 9, m = asked[k] & 511;
            if (!won[h][m] || done[h][m] == round_now || reply_to[h][m] == 0xFFFF) continue;
            int next = reply_to[h][m] >> 9, ok = 1;
            for (int moves = human[next][m]; moves && ok; moves &= moves - 1) {
                int node = __builtin_ctz((unsigned)moves);
                ok = done[node][(m & ~(1 << node)) | 1 << next] == round_now;
            }
            if (ok) done[h][m] = round_now, more = 1;
        }
    }
    for (int k = 0; k < count; k++)
        unfinished += won[asked[k] >> 9][asked[k] & 511] && done[asked[k] >> 9][asked[k] & 511] != round_now;
    out[0] = failing, out[1] = count, out[2] = unfinished;
}
