/* All expressions of a grammar by length, one for each effect: the values that it takes in every
   case. An expression is kept unless one no longer, that binds no looser, has the same effect. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CASES = 256, MAX_LENGTH = 32, MAX_LETTERS = 8, MAX_FOUND = 256 };
enum { ATOM, POWER, UNARY, MUL, ADD, SHIFT, AND, XOR, OR, COMPARE };
enum { ANY, EXACT, LEAST, MOST, NOT, TRUE, FALSE }; /* kinds of wants */

typedef int64_t Value;
static const Value LIMIT = (Value)1 << 53;

/* Operators by their place in this list, which formula.py has as well. */
enum { O_ADD, O_SUB, O_MUL, O_FLOOR, O_MOD, O_POW, O_AND, O_OR, O_XOR, O_LEFT, O_RIGHT, O_LESS,
       O_MORE, O_EQUAL, OPERATORS, O_MINUS, O_INVERT, O_BRACKET, O_NAME, O_NUMBER };
static const int SIZE[OPERATORS] = {1, 1, 1, 2, 1, 2, 1, 1, 1, 2, 2, 1, 1, 2};
static const int LEVEL[OPERATORS] = {ADD, ADD, MUL, MUL, MUL, POWER, AND, OR, XOR, SHIFT, SHIFT,
                                     COMPARE, COMPARE, COMPARE};
static const int LEFT[OPERATORS] = {ADD, ADD, MUL, MUL, MUL, ATOM, AND, OR, XOR, SHIFT, SHIFT,
                                    OR, OR, OR};
static const int RIGHT[OPERATORS] = {MUL, MUL, UNARY, UNARY, UNARY, UNARY, SHIFT, XOR, AND, ADD,
                                     ADD, OR, OR, OR};

typedef struct { uint32_t left, right; int32_t number; uint8_t how, level; } Node;

/* What was found: a node, with a stored operand on its left (side 1) or right (2) or brackets around
   it (3) where it has no place of its own, behind so many signs, of which the last one is given. */
typedef struct { Node node; uint32_t other; uint8_t side, op, signs, sign; } Hit;

typedef struct Far Far;

typedef struct {
    int cases, stored, full, found, letters, distinct;
    Value modulo, names[MAX_LETTERS][MAX_CASES], wants[MAX_CASES];
    int kinds[MAX_CASES];
    uint32_t operators; /* bits */
    int minus, invert, digits;
    Node *nodes;
    Value *values;
    uint32_t count, room, first[MAX_LENGTH + 2], most;
    uint32_t *table, mask;
    Hit hits[MAX_FOUND];
    uint64_t tried;
    Far *far; /* what is made for lengths beyond those stored and two */
    int streaming;
} Search;

static uint64_t hash(const Value *v, int n) {
    uint64_t h = 0x9E3779B97F4A7C15ULL;
    for (int k = 0; k < n; k++) h = (h ^ (uint64_t)v[k]) * 0xFF51AFD7ED558CCDULL, h ^= h >> 32;
    return h;
}

static int power(Value a, Value b, Value *out) {
    Value r = 1;
    if (b < 0 || (b > 64 && a != 0 && a != 1 && a != -1)) return 0;
    if (b > 64) b = 64 + (b & 1);
    while (b--) {
        r *= a;
        if (r > LIMIT || r < -LIMIT) return 0;
    }
    *out = r;
    return 1;
}

/* 0 where Python raises an error, makes a float, or a value is beyond the limit. */
static inline __attribute__((always_inline)) int apply_one(int op, Value x, Value y, Value *out) {
    Value r;
    switch (op) {
    case O_ADD: r = x + y; break;
    case O_SUB: r = x - y; break;
    case O_MUL:
        if (__builtin_mul_overflow(x, y, &r)) return 0;
        break;
    case O_FLOOR:
        if (!y) return 0;
        r = x / y - (x % y && (x % y < 0) != (y < 0));
        break;
    case O_MOD:
        if (!y) return 0;
        r = x % y;
        if (r && (r < 0) != (y < 0)) r += y;
        break;
    case O_POW:
        if (!power(x, y, &r)) return 0;
        break;
    case O_AND: r = x & y; break;
    case O_OR: r = x | y; break;
    case O_XOR: r = x ^ y; break;
    case O_LEFT:
        if (y < 0 || (y > 52 && x)) return 0;
        if (__builtin_mul_overflow(x, (Value)1 << (y > 52 ? 0 : y), &r)) return 0;
        break;
    case O_RIGHT:
        if (y < 0) return 0;
        r = y > 62 ? -(x < 0) : x >> y;
        break;
    case O_LESS: r = x < y; break;
    case O_MORE: r = x > y; break;
    default: r = x == y;
    }
    *out = r;
    return r <= LIMIT && r >= -LIMIT;
}

static int apply(int op, const Value *a, const Value *b, int cases, Value *out) {
    for (int k = 0; k < cases; k++)
        if (!apply_one(op, a[k], b[k], &out[k])) return 0;
    return 1;
}

static Value reduced(const Search *s, Value v) {
    if (!s->modulo) return v;
    v %= s->modulo;
    return v && (v < 0) != (s->modulo < 0) ? v + s->modulo : v;
}

static inline int wanted_in(const Search *s, int k, Value v) {
    Value x = reduced(s, v), w = s->wants[k];
    switch (s->kinds[k]) {
    case EXACT: return x == reduced(s, w);
    case LEAST: return x >= w;
    case MOST: return x <= w;
    case NOT: return x != w;
    case TRUE: return x != 0;
    case FALSE: return x == 0;
    default: return 1;
    }
}

static int wanted(const Search *s, const Value *v) {
    for (int k = 0; k < s->cases; k++)
        if (!wanted_in(s, k, v[k])) return 0;
    if (s->distinct)
        for (int k = 1; k < s->cases; k++)
            for (int j = 0; j < k; j++)
                if (reduced(s, v[k]) == reduced(s, v[j])) return 0;
    return 1;
}

static int keep(Search *s, const Value *v, Node node) {
    uint64_t at = hash(v, s->cases);
    s->tried++;
    for (;; at++) {
        uint32_t k = s->table[at & s->mask];
        if (!k) break;
        if (!memcmp(s->values + (size_t)(k - 1) * s->cases, v, s->cases * sizeof(Value)) &&
            s->nodes[k - 1].level <= node.level) return 1;
    }
    if (s->count >= s->most) return 0;
    s->nodes[s->count] = node;
    memcpy(s->values + (size_t)s->count * s->cases, v, s->cases * sizeof(Value));
    s->table[at & s->mask] = ++s->count;
    return 1;
}

static void hit(Search *s, Hit found) {
    if (s->found < MAX_FOUND) s->hits[s->found++] = found;
}

static void partners(Search *s, const Value *v, Node node);

/* Take one expression: store it, or only look whether it is wanted. -1 when there is no room. */
static int take(Search *s, const Value *v, Node node, int store) {
    if (store) return keep(s, v, node) ? 0 : -1;
    s->tried++;
    if (s->streaming) partners(s, v, node);
    else if (wanted(s, v)) hit(s, (Hit){.node = node});
    return 0;
}

static const Value *at(const Search *s, uint32_t k) {
    return s->values + (size_t)k * s->cases;
}

static void signed_by(const Search *s, int how, const Value *a, Value *out) {
    for (int c = 0; c < s->cases; c++) out[c] = how == O_MINUS ? -a[c] : ~a[c];
}

/* A sign before what is too long to be stored and binds no looser: brackets, a second sign or a
   power. Where it is found, `number` says how its operand is made, and left and right of what. */
static void signs_of_longer(Search *s, int length) {
    Value inner[MAX_CASES], v[MAX_CASES];
    for (int how = O_MINUS; how <= O_INVERT; how++) {
        if (!(how == O_MINUS ? s->minus : s->invert)) continue;
        for (uint32_t k = s->first[length - 3]; k < s->first[length - 2]; k++) {
            signed_by(s, how, at(s, k), v);
            take(s, v, (Node){k, 0, O_BRACKET, (uint8_t)how, UNARY}, 0);
        }
        for (int second = O_MINUS; second <= O_INVERT; second++)
            for (uint32_t k = s->first[length - 2]; k < s->first[length - 1]; k++) {
                if (s->nodes[k].level > UNARY || !(second == O_MINUS ? s->minus : s->invert)) continue;
                signed_by(s, second, at(s, k), inner);
                signed_by(s, how, inner, v);
                take(s, v, (Node){k, 0, second, (uint8_t)how, UNARY}, 0);
            }
        if (!(s->operators >> O_POW & 1)) continue;
        for (int l = 1; l < length - 3; l++)
            for (uint32_t a = s->first[l]; a < s->first[l + 1]; a++)
                for (uint32_t b = s->first[length - 3 - l]; b < s->first[length - 2 - l]; b++) {
                    if (s->nodes[a].level > ATOM || s->nodes[b].level > UNARY ||
                        !apply(O_POW, at(s, a), at(s, b), s->cases, inner)) continue;
                    signed_by(s, how, inner, v);
                    take(s, v, (Node){a, b, O_POW, (uint8_t)how, UNARY}, 0);
                }
    }
}

/* Every expression of this length. */
static int generate(Search *s, int length, int store) {
    Value v[MAX_CASES];
    if (length == 1)
        for (int n = 0; n < s->letters; n++)
            if (take(s, s->names[n], (Node){0, 0, n, O_NAME, ATOM}, store)) return -1;
    if (length <= s->digits) {
        int low = 1, high = 10;
        for (int k = 1; k < length; k++) low *= 10, high *= 10;
        for (int n = length == 1 ? 0 : low; n < high; n++) {
            for (int k = 0; k < s->cases; k++) v[k] = n;
            if (take(s, v, (Node){0, 0, n, O_NUMBER, ATOM}, store)) return -1;
        }
    }
    if (length > 2 && (store || s->streaming))
        for (uint32_t k = s->first[length - 2]; k < s->first[length - 1]; k++)
            if (s->nodes[k].level > ATOM &&
                take(s, at(s, k), (Node){k, 0, 0, O_BRACKET, ATOM}, store)) return -1;
    if (length - 1 > s->stored && !store) signs_of_longer(s, length);
    else for (int how = O_MINUS; how <= O_INVERT; how++) {
        if (length < 2 || !(how == O_MINUS ? s->minus : s->invert)) continue;
        for (uint32_t k = s->first[length - 1]; k < s->first[length]; k++) {
            if (s->nodes[k].level > UNARY) continue;
            signed_by(s, how, at(s, k), v);
            if (take(s, v, (Node){k, 0, 0, (uint8_t)how, UNARY}, store)) return -1;
        }
    }
    for (int op = 0; op < OPERATORS; op++) {
        if (!(s->operators >> op & 1)) continue;
        for (int l = 1; l < length - SIZE[op]; l++) {
            int r = length - SIZE[op] - l;
            for (uint32_t a = s->first[l]; a < s->first[l + 1]; a++) {
                if (s->nodes[a].level > LEFT[op]) continue;
                for (uint32_t b = s->first[r]; b < s->first[r + 1]; b++) {
                    if (s->nodes[b].level > RIGHT[op]) continue;
                    if (apply(op, at(s, a), at(s, b), s->cases, v) &&
                        take(s, v, (Node){a, b, 0, (uint8_t)op, (uint8_t)LEVEL[op]}, store))
                        return -1;
                }
            }
        }
    }
    return 0;
}

Search *formula_new(int cases, int letters, const Value *names, const int *kinds,
                    const Value *wants, int distinct, Value modulo, uint32_t operators, int minus,
                    int invert, int digits, uint32_t most) {
    Search *s = calloc(1, sizeof *s);
    s->cases = cases, s->letters = letters, s->distinct = distinct, s->modulo = modulo;
    s->operators = operators, s->minus = minus, s->invert = invert, s->digits = digits;
    for (int n = 0; n < letters; n++)
        memcpy(s->names[n], names + n * cases, (size_t)cases * sizeof(Value));
    for (int k = 0; k < cases; k++) s->kinds[k] = kinds[k], s->wants[k] = wants[k];
    s->most = most;
    for (s->mask = 1; s->mask < most * 2ULL; s->mask *= 2) {}
    s->table = calloc(s->mask, sizeof *s->table);
    s->nodes = malloc((size_t)most * sizeof *s->nodes);
    s->values = malloc((size_t)most * (size_t)cases * sizeof *s->values);
    if (!s->table || !s->nodes || !s->values) return NULL;
    s->mask--;
    return s;
}

static void far_free(Far *far);

void formula_free(Search *s) {
    far_free(s->far);
    free(s->table), free(s->nodes), free(s->values), free(s);
}

/* One length more. 1: its effects are stored. 0: there was no room, but each was looked at,
   and no longer one can be. -1: it could not be looked at whole. `found` gets those wanted. */
int formula_next(Search *s, int length, int *found) {
    int store = !s->full;
    s->found = 0, s->first[length] = s->count;
    if (store && generate(s, length, 1) < 0) {
        s->full = 1, store = 0;
        s->stored = length - 1;
    }
    if (!store) s->first[length + 1] = s->first[length]; /* what is there of it is not used */
    if (store) {
        s->stored = length, s->first[length + 1] = s->count;
        for (uint32_t k = s->first[length]; k < s->count; k++)
            if (wanted(s, at(s, k))) hit(s, (Hit){.node = s->nodes[k]});
    } else {
        if (length > s->stored + 2 || length > MAX_LENGTH) return -1;
        generate(s, length, 0);
    }
    *found = s->found;
    return store;
}

uint32_t formula_count(const Search *s) { return s->first[s->stored + 1]; }
uint64_t formula_tried(const Search *s) { return s->tried; }
void formula_values(const Search *s, uint32_t k, Value *out) {
    memcpy(out, at(s, k), (size_t)s->cases * sizeof(Value));
}

/* A node as four numbers: how, left, right, number. */
void formula_node(const Search *s, uint32_t k, int64_t *out) {
    Node n = s->nodes[k];
    out[0] = n.how, out[1] = n.left, out[2] = n.right, out[3] = n.number;
}

/* What was found last: the same four, and then other, side, op, signs, sign. */
void formula_hit(const Search *s, int k, int64_t *out) {
    Hit h = s->hits[k];
    out[0] = h.node.how, out[1] = h.node.left, out[2] = h.node.right, out[3] = h.node.number;
    out[4] = h.other, out[5] = h.side, out[6] = h.op, out[7] = h.signs, out[8] = h.sign;
}

#include "formula_far.h"
