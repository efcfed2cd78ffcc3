/* The size in bits of the best deflate stream found for a short text, and that stream.

   One block, with dynamic codes or the fixed ones. The parse is a shortest path under the costs
   of the codes; the codes come from the parse; both are repeated, and then the lengths of codes
   are bent where this makes the header cheaper by more than it costs. `state` carries costs from
   one call to the next, so that a text that differs a little begins near its best parse. */

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LITERALS = 286, DISTANCES = 30, SYMBOLS = LITERALS + DISTANCES, CLS = 19, LONGEST = 258 };
enum { MAX_TEXT = 8192, MAX_CANDIDATES = MAX_TEXT * 30, MAX_STREAM = 2 * MAX_TEXT + 1024 };

static const int LENGTH_BASE[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                    31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const int LENGTH_EXTRA[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                     2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const int DISTANCE_BASE[30] = {1,   2,   3,   4,   5,   7,    9,    13,   17,   25,
                                      33,  49,  65,  97,  129, 193,  257,  385,  513,  769,
                                      1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
static const int DISTANCE_EXTRA[30] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                       6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
static const int CL_ORDER[CLS] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

static int length_symbol[LONGEST + 1], distance_symbol[32769], tables_ready;

typedef struct { int16_t length; int16_t symbol; int32_t distance; } Candidate;
typedef struct { int32_t length, distance; } Token; /* length 1: a literal */
typedef struct { uint8_t symbol, extra, bits; } Run; /* of the header: a code and its extra bits */

static uint8_t text[MAX_TEXT];
static int text_size;
static Candidate candidates[MAX_CANDIDATES];
static int first_candidate[MAX_TEXT + 1];
static uint16_t common[2][MAX_TEXT + 1];
static Token tokens[MAX_TEXT];
static int token_count;
static int frequency[SYMBOLS];
static uint64_t seed_now = 88172645463325252ULL;

static uint32_t draw(uint32_t below) {
    seed_now ^= seed_now << 13, seed_now ^= seed_now >> 7, seed_now ^= seed_now << 17;
    return (uint32_t)((seed_now >> 33) % below);
}
static float share(void) { return (float)draw(1 << 20) / (float)(1 << 20); }

static void make_tables(void) {
    if (tables_ready) return;
    for (int s = 0; s < 29; s++)
        for (int n = LENGTH_BASE[s]; n < LENGTH_BASE[s] + (1 << LENGTH_EXTRA[s]) && n <= LONGEST; n++)
            length_symbol[n] = s;
    length_symbol[LONGEST] = 28;
    for (int s = 0; s < 30; s++)
        for (int d = DISTANCE_BASE[s]; d < DISTANCE_BASE[s] + (1 << DISTANCE_EXTRA[s]); d++)
            distance_symbol[d] = s;
    tables_ready = 1;
}

/* For each position and each distance symbol the longest match: any shorter one is a part of it. */
static void find_candidates(void) {
    static Candidate row[MAX_TEXT][30];
    static uint8_t count[MAX_TEXT];
    memset(common, 0, sizeof common);
    for (int i = text_size - 1; i >= 0; i--) {
        uint16_t *now = common[i & 1], *next = common[(i + 1) & 1];
        int16_t best[30] = {0};
        int32_t where[30] = {0};
        for (int j = 0; j < i; j++) {
            int same = text[i] == text[j] ? next[j + 1] + 1 : 0;
            now[j] = (uint16_t)same;
            if (same > LONGEST) same = LONGEST;
            if (same >= 3) {
                int s = distance_symbol[i - j];
                if (same >= best[s]) best[s] = (int16_t)same, where[s] = i - j;
            }
        }
        now[i] = 0;
        count[i] = 0;
        for (int s = 0; s < 30; s++)
            if (best[s]) row[i][count[i]++] = (Candidate){best[s], (int16_t)s, where[s]};
    }
    int total = 0;
    for (int i = 0; i < text_size; i++) {
        first_candidate[i] = total;
        memcpy(candidates + total, row[i], count[i] * sizeof(Candidate));
        total += count[i];
    }
    first_candidate[text_size] = total;
}

/* The cheapest parse under these costs, one for each symbol; `noise` breaks ties at random. */
static void parse(const float *cost, float noise) {
    static float reach[MAX_TEXT + LONGEST + 1], by_length[LONGEST + 1];
    static Token by[MAX_TEXT + LONGEST + 1];
    for (int l = 3; l <= LONGEST; l++)
        by_length[l] = cost[257 + length_symbol[l]] + (float)LENGTH_EXTRA[length_symbol[l]];
    for (int i = 1; i <= text_size; i++) reach[i] = 1e30f;
    reach[0] = 0;
    for (int i = 0; i < text_size; i++) {
        float c = reach[i] + cost[text[i]] + (noise > 0 ? noise * share() : 0);
        if (c < reach[i + 1]) reach[i + 1] = c, by[i + 1] = (Token){1, 0};
        for (int k = first_candidate[i]; k < first_candidate[i + 1]; k++) {
            Candidate m = candidates[k];
            float base = reach[i] + cost[LITERALS + m.symbol] + (float)DISTANCE_EXTRA[m.symbol];
            if (noise > 0) base += noise * share();
            for (int l = 3; l <= m.length; l++) {
                c = base + by_length[l];
                if (c < reach[i + l]) reach[i + l] = c, by[i + l] = (Token){l, m.distance};
            }
        }
    }
    token_count = 0;
    for (int i = text_size; i > 0; i -= by[i].length) tokens[token_count++] = by[i];
    memset(frequency, 0, sizeof frequency);
    frequency[256] = 1;
    int at = 0;
    for (int a = 0, b = token_count - 1; a < b; a++, b--) {
        Token t = tokens[a];
        tokens[a] = tokens[b], tokens[b] = t;
    }
    for (int k = 0; k < token_count; k++) {
        if (tokens[k].length == 1) frequency[text[at]]++;
        else {
            frequency[257 + length_symbol[tokens[k].length]]++;
            frequency[LITERALS + distance_symbol[tokens[k].distance]]++;
        }
        at += tokens[k].length;
    }
}

/* Huffman's lengths, none above `most`; a lone symbol has length 1. `weights` 0: not used. */
static void huffman(const float *weights, int n, int most, int *lengths) {
    float weight[2 * LITERALS];
    int order[LITERALS], parent[2 * LITERALS], used = 0;
    memset(lengths, 0, (size_t)n * sizeof(int));
    for (int s = 0; s < n; s++)
        if (weights[s] > 0) {
            int k = used++;
            while (k && weights[order[k - 1]] > weights[s]) order[k] = order[k - 1], k--;
            order[k] = s;
        }
    if (used == 0) return;
    if (used == 1) { lengths[order[0]] = 1; return; }
    for (int k = 0; k < used; k++) weight[k] = weights[order[k]];
    for (float flat = 0;; flat = flat * 2 + weight[0] + weight[used - 1] / 64) {
        int leaf = 0, node = used, end = used;
        for (int k = 0; k < used; k++) weight[k] = weights[order[k]] + flat;
        while (end < 2 * used - 1) {
            int pick[2];
            for (int p = 0; p < 2; p++)
                pick[p] = leaf < used && (node >= end || weight[leaf] <= weight[node]) ? leaf++ : node++;
            weight[end] = weight[pick[0]] + weight[pick[1]];
            parent[pick[0]] = parent[pick[1]] = end++;
        }
        int depth[2 * LITERALS], deepest = 0;
        depth[end - 1] = 0;
        for (int k = end - 2; k >= 0; k--) {
            depth[k] = depth[parent[k]] + 1;
            if (k < used && depth[k] > deepest) deepest = depth[k];
        }
        if (deepest <= most) {
            for (int k = 0; k < used; k++) lengths[order[k]] = depth[k];
            return;
        }
    }
}

/* One run of equal lengths, cut into codes in the cheapest way. */
static int cut_run(int value, int count, const float *cl_cost, Run *out) {
    float reach[SYMBOLS + 8];
    Run by[SYMBOLS + 8];
    int step[SYMBOLS + 8], made = 0;
    if (value == 0)
        while (count > 138) { out[made++] = (Run){18, 127, 7}; count -= 138; }
    for (int k = 1; k <= count; k++) reach[k] = 1e30f;
    reach[0] = 0;
    for (int k = 0; k < count; k++) {
#define TRY(CODE, N, LEAST, BITS) { \
        float c = reach[k] + cl_cost[CODE] + (float)(BITS); \
        if (c < reach[k + (N)]) { \
            reach[k + (N)] = c, step[k + (N)] = (N); \
            by[k + (N)] = (Run){(uint8_t)(CODE), (uint8_t)((N) - (LEAST)), (BITS)}; } }
        TRY(value, 1, 1, 0)
        if (k)
            for (int n = 3; n <= 6 && k + n <= count; n++) TRY(16, n, 3, 2)
        if (value == 0) {
            for (int n = 3; n <= 10 && k + n <= count; n++) TRY(17, n, 3, 3)
            if (k == 0) for (int n = 11; n <= count; n++) TRY(18, n, 11, 7)
            else if (count - k >= 11) TRY(18, count - k, 11, 7)
        }
#undef TRY
    }
    Run back[SYMBOLS + 8];
    int n = 0;
    for (int k = count; k > 0; k -= step[k]) back[n++] = by[k];
    while (n) out[made++] = back[--n];
    return made;
}

typedef struct {
    Run runs[SYMBOLS + 8];
    int run_count, hlit, hdist, hclen, bits, cl_lengths[CLS];
} Header;

/* The cheapest header found for these lengths. */
static int make_header(const int *lengths, Header *best) {
    static float cl_start[CLS] = {4, 7, 6, 5, 4, 3, 3, 3, 4, 5, 6, 7, 7, 7, 7, 7, 3, 4, 4};
    float cl_cost[CLS];
    int all[SYMBOLS], hlit = LITERALS, hdist = DISTANCES;
    while (hlit > 257 && !lengths[hlit - 1]) hlit--;
    while (hdist > 1 && !lengths[LITERALS + hdist - 1]) hdist--;
    memcpy(all, lengths, (size_t)hlit * sizeof(int));
    memcpy(all + hlit, lengths + LITERALS, (size_t)hdist * sizeof(int));
    memcpy(cl_cost, cl_start, sizeof cl_cost);
    best->bits = 1 << 30;
    for (int round = 0; round < 3; round++) {
        Header h;
        h.hlit = hlit, h.hdist = hdist, h.run_count = 0;
        for (int k = 0; k < hlit + hdist;) {
            int n = 1;
            while (k + n < hlit + hdist && all[k + n] == all[k]) n++;
            h.run_count += cut_run(all[k], n, cl_cost, h.runs + h.run_count);
            k += n;
        }
        float counts[CLS] = {0};
        for (int k = 0; k < h.run_count; k++) counts[h.runs[k].symbol]++;
        int used = 0;
        for (int s = 0; s < CLS; s++) used += counts[s] > 0;
        if (used < 2) counts[counts[0] > 0 ? 18 : 0] = 0.5f; /* a lone code is refused by zlib */
        huffman(counts, CLS, 7, h.cl_lengths);
        h.hclen = CLS;
        while (h.hclen > 4 && !h.cl_lengths[CL_ORDER[h.hclen - 1]]) h.hclen--;
        h.bits = 14 + 3 * h.hclen;
        for (int k = 0; k < h.run_count; k++) h.bits += h.cl_lengths[h.runs[k].symbol] + h.runs[k].bits;
        if (h.bits < best->bits) *best = h;
        else break;
        for (int s = 0; s < CLS; s++) cl_cost[s] = h.cl_lengths[s] ? (float)h.cl_lengths[s] : 8.0f;
    }
    return best->bits;
}

static int data_bits(const int *lengths) {
    int bits = 0;
    for (int s = 0; s < SYMBOLS; s++) bits += frequency[s] * lengths[s];
    for (int s = 0; s < 29; s++) bits += frequency[257 + s] * LENGTH_EXTRA[s];
    for (int s = 0; s < 30; s++) bits += frequency[LITERALS + s] * DISTANCE_EXTRA[s];
    return bits;
}

static void lengths_of(const float *weights, int *lengths) {
    huffman(weights, LITERALS, 15, lengths);
    huffman(weights + LITERALS, DISTANCES, 15, lengths + LITERALS);
}

/* Bend the weights of symbols as long as header and data together do not grow. */
static int bend(float *weights, int *lengths, Header *header, int tries) {
    int used[SYMBOLS], n = 0;
    for (int s = 0; s < SYMBOLS; s++) {
        if (frequency[s] && weights[s] <= 0) weights[s] = (float)frequency[s];
        if (!frequency[s]) weights[s] = 0;
        if (frequency[s]) used[n++] = s;
    }
    lengths_of(weights, lengths);
    int best = 3 + data_bits(lengths) + make_header(lengths, header);
    for (int t = 0; t < tries; t++) {
        float changed[SYMBOLS];
        int made[SYMBOLS];
        Header other;
        memcpy(changed, weights, sizeof changed);
        for (int more = 1 + (int)draw(2); more--;) {
            int k = (int)draw((uint32_t)n), s = used[k];
            switch (draw(4)) {
            case 0: changed[s] *= 1.5f; break;
            case 1: changed[s] *= 0.67f; break;
            case 2: changed[s] = changed[used[k ? k - 1 : n > 1]]; break;
            default: changed[s] = (float)frequency[s]; break;
            }
        }
        lengths_of(changed, made);
        if (!memcmp(made, lengths, sizeof made)) continue;
        int bits = 3 + data_bits(made) + make_header(made, &other);
        if (bits <= best) {
            best = bits;
            memcpy(weights, changed, sizeof changed);
            memcpy(lengths, made, sizeof made);
            *header = other;
        }
    }
    return best;
}

static void costs_of(const int *lengths, float *cost) {
    for (int s = 0; s < SYMBOLS; s++)
        cost[s] = lengths[s] ? (float)lengths[s] : s < 256 ? 12.0f : s < LITERALS ? 11.0f : 8.0f;
}

static int fixed_length(int s) {
    return s >= LITERALS ? 5 : s < 144 ? 8 : s < 256 ? 9 : s < 280 ? 7 : 8;
}

typedef struct { float cost[SYMBOLS], weight[SYMBOLS]; } State;

static int load(const uint8_t *source, int size) {
    if (size <= 0 || size > MAX_TEXT) return 0;
    make_tables();
    memcpy(text, source, (size_t)size);
    text_size = size;
    find_candidates();
    return 1;
}

static void first_costs(float *cost) {
    for (int s = 0; s < SYMBOLS; s++) cost[s] = s < 256 ? 6.0f : s < LITERALS ? 5.0f : 4.0f;
}

/* Bits of a stream with dynamic codes, from the costs in `state`, which is brought up to date. */
static int improve(State *state, int rounds, int tries, float noise, int *lengths, Header *header) {
    int best = 1 << 30;
    State at = *state;
    static Token kept[MAX_TEXT];
    int kept_count = 0, kept_frequency[SYMBOLS], stale = 0;
    for (int r = 0; r < rounds; r++) {
        int made[SYMBOLS];
        Header h;
        parse(at.cost, noise);
        int bits = bend(at.weight, made, &h, tries);
        costs_of(made, at.cost);
        if (bits < best) {
            best = bits, stale = 0;
            *state = at;
            memcpy(lengths, made, sizeof made);
            *header = h;
            memcpy(kept, tokens, (size_t)token_count * sizeof(Token));
            kept_count = token_count;
            memcpy(kept_frequency, frequency, sizeof frequency);
        } else if (++stale > 1) break;
    }
    memcpy(tokens, kept, (size_t)kept_count * sizeof(Token));
    token_count = kept_count;
    memcpy(frequency, kept_frequency, sizeof frequency);
    return best;
}

static int fixed_bits(int *lengths) {
    float cost[SYMBOLS];
    for (int s = 0; s < SYMBOLS; s++) lengths[s] = fixed_length(s), cost[s] = (float)lengths[s];
    parse(cost, 0);
    return 3 + data_bits(lengths);
}

/* -1 when the text is empty or too long. `state`: 2 * 316 floats; all zero begins from nothing. */
int golf_bits(const uint8_t *source, int size, float *state, int rounds, int tries, uint64_t seed) {
    if (!load(source, size)) return -1;
    seed_now = seed * 2654435761ULL + 88172645463325252ULL;
    State *now = (State *)state;
    int lengths[SYMBOLS];
    Header header;
    if (now->cost[0] == 0) first_costs(now->cost);
    int best = improve(now, rounds, tries, 0, lengths, &header);
    int fixed = fixed_bits(lengths);
    return fixed < best ? fixed : best;
}

static uint8_t stream[MAX_STREAM];
static int stream_bits;

static void put(uint32_t value, int bits) {
    for (int k = 0; k < bits; k++, stream_bits++) {
        if (!(stream_bits & 7)) stream[stream_bits >> 3] = 0;
        stream[stream_bits >> 3] |= (uint8_t)((value >> k & 1) << (stream_bits & 7));
    }
}

static void codes_of(const int *lengths, int n, uint32_t *codes) {
    int counts[16] = {0};
    uint32_t next[16], code = 0;
    for (int s = 0; s < n; s++) counts[lengths[s]]++;
    counts[0] = 0;
    for (int l = 1; l < 16; l++) next[l] = code = (code + (uint32_t)counts[l - 1]) << 1;
    for (int s = 0; s < n; s++) {
        uint32_t c = lengths[s] ? next[lengths[s]]++ : 0, turned = 0;
        for (int k = 0; k < lengths[s]; k++) turned |= (c >> k & 1) << (lengths[s] - 1 - k);
        codes[s] = turned;
    }
}

/* `more`: needless code lengths at the header's end, which move all that follows by 3 bits each. */
static int write_stream(const int *lengths, const Header *header, int more, uint32_t padding) {
    uint32_t codes[SYMBOLS], cl_codes[CLS];
    stream_bits = 0;
    put(1, 1);
    put(header ? 2 : 1, 2);
    if (header) {
        int hclen = header->hclen + more;
        put((uint32_t)(header->hlit - 257), 5), put((uint32_t)(header->hdist - 1), 5);
        put((uint32_t)(hclen - 4), 4);
        for (int k = 0; k < hclen; k++) put((uint32_t)header->cl_lengths[CL_ORDER[k]], 3);
        codes_of(header->cl_lengths, CLS, cl_codes);
        for (int k = 0; k < header->run_count; k++) {
            Run r = header->runs[k];
            put(cl_codes[r.symbol], header->cl_lengths[r.symbol]);
            put(r.extra, r.bits);
        }
        codes_of(lengths, LITERALS, codes);
    } else {
        int full[288];
        uint32_t all[288];
        for (int s = 0; s < 288; s++) full[s] = fixed_length(s < 286 ? s : 280);
        codes_of(full, 288, all);
        memcpy(codes, all, LITERALS * sizeof(uint32_t));
    }
    codes_of(lengths + LITERALS, DISTANCES, codes + LITERALS);
    int at = 0;
    for (int k = 0; k < token_count; k++) {
        Token t = tokens[k];
        if (t.length == 1) put(codes[text[at]], lengths[text[at]]);
        else {
            int l = length_symbol[t.length], d = distance_symbol[t.distance];
            put(codes[257 + l], lengths[257 + l]);
            put((uint32_t)(t.length - LENGTH_BASE[l]), LENGTH_EXTRA[l]);
            put(codes[LITERALS + d], lengths[LITERALS + d]);
            put((uint32_t)(t.distance - DISTANCE_BASE[d]), DISTANCE_EXTRA[d]);
        }
        at += t.length;
    }
    put(codes[256], lengths[256]);
    int bits = stream_bits;
    put(padding, (8 - (stream_bits & 7)) & 7);
    return bits;
}

/* Bytes of a Python literal for the stream between such quotes; any language's: `escapes` off. */
static int literal_size(int bytes, int quote) {
    int size = 0;
    for (int k = 0; k < bytes; k++) {
        int c = stream[k], next = k + 1 < bytes ? stream[k + 1] : quote;
        size++;
        if (c == 0) size += next >= '0' && next <= '7' ? 3 : 1;
        else if (c == '\n' || c == '\r' || c == quote) size++;
        else if (c == '\\')
            size += next == 0 || next == '\n' || next == '\r' || next == '\\' || next == '\'' ||
                    next == '"' || strchr("abfnrtvxNuU01234567", next) != NULL;
    }
    return size;
}

static int literal_here(int escapes) {
    int bytes = (stream_bits + 7) >> 3;
    if (!escapes) return bytes;
    int single = literal_size(bytes, '\''), twice = literal_size(bytes, '"');
    return single < twice ? single : twice;
}

/* The stream whose literal is the shortest of so many tries into `out`; its size in bytes, or -1.
   `sizes` gets the bytes of the literal and the fewest bits of any stream seen. */
int golf_encode(const uint8_t *source, int size, float *state, int tries, int escapes,
                uint64_t seed, uint8_t *out, int32_t *sizes) {
    if (!load(source, size)) return -1;
    seed_now = seed * 2654435761ULL + 88172645463325252ULL;
    State best_state = *(State *)state;
    int lengths[SYMBOLS], bytes = 0, literal = 1 << 30, fewest = 1 << 30;
    Header header;
    if (best_state.cost[0] == 0) first_costs(best_state.cost);
    for (int t = 0; t < tries; t++) {
        State now = best_state;
        float noise = t == 0 ? 0 : t % 3 == 0 ? 0.01f : share();
        if (t % 32 == 9) memset(now.weight, 0, sizeof now.weight);
        if (t % 64 == 63) first_costs(now.cost);
        if (t % 16 == 7) /* from another valley: the best of one is seldom the best of all */
            for (int s = 0; s < SYMBOLS; s++) now.cost[s] += 4.0f * share() * share() - 1.0f;
        int most = t == 0 || t % 32 == 9 ? 200 : 10 + (int)draw(40);
        int bits = improve(&now, t == 0 || t % 32 == 9 ? 10 : t % 16 == 7 ? 6 : 3, most,
                           t % 16 == 7 ? 0 : noise, lengths, &header);
        if (bits < fewest) fewest = bits, best_state = now;
        for (int more = 0; more < 8 && header.hclen + more <= CLS; more++) {
            if (literal != 1 << 30 && (bits + 3 * more + 7) / 8 > literal) break;
            int slack = (8 - ((bits + 3 * more) & 7)) & 7;
            for (uint32_t padding = 0; padding < (1u << slack); padding++) {
                write_stream(lengths, &header, more, padding);
                int made = literal_here(escapes);
                if (made < literal) {
                    literal = made, bytes = (stream_bits + 7) >> 3;
                    memcpy(out, stream, (size_t)bytes);
                }
                if (slack > 2) break;
            }
        }
    }
    int fixed = fixed_bits(lengths);
    if (fixed < fewest) fewest = fixed;
    write_stream(lengths, NULL, 0, 0);
    if (literal_here(escapes) < literal) {
        literal = literal_here(escapes), bytes = (stream_bits + 7) >> 3;
        memcpy(out, stream, (size_t)bytes);
    }
    *(State *)state = best_state;
    sizes[0] = literal, sizes[1] = fewest;
    return bytes;
}
