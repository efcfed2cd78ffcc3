/* Lengths three and four beyond those stored, for wants of which some are exact.

   An expression there has two stored operands, or one of them and one that is one or two longer
   than what is stored. Stored operands are grouped by their value in the first case, so that most
   pairs are never looked at; longer ones are made again one by one, and for each value in the first
   case it is remembered which stored partners can still come to what is wanted. */

enum { FEW = 11, CACHE = 1 << 20, MANY = 0xFFFF, BRACKET_LEFT = 3 };
typedef struct { Value value; uint32_t from, to; } Group;
typedef struct { uint32_t other; uint8_t side, op; } Partner; /* op: a sign's where side is 3 */
typedef struct { Value value; uint16_t count, which[FEW]; } Known;
struct Far {
    uint32_t *order; /* the stored effects, those of one length by their value in the first case */
    Group *groups[MAX_LENGTH + 2];
    uint32_t group_count[MAX_LENGTH + 2];
    int cases[MAX_CASES]; /* the exact ones first */
    Partner *partners;
    int partner_count;
    Known *known;
};

static int first_case; /* of the comparison below */
static const Search *sorted_of;
static int by_first(const void *a, const void *b) {
    Value x = at(sorted_of, *(const uint32_t *)a)[first_case], y = at(sorted_of, *(const uint32_t *)b)[first_case];
    return (x > y) - (x < y);
}

static void far_free(Far *far) {
    if (!far) return;
    for (int l = 0; l < MAX_LENGTH + 2; l++) free(far->groups[l]);
    free(far->order), free(far->partners), free(far->known), free(far);
}

static Far *far_new(const Search *s) {
    Far *far = calloc(1, sizeof *far);
    if (!far) return NULL;
    int n = 0;
    for (int k = 0; k < s->cases; k++) if (s->kinds[k] == EXACT) far->cases[n++] = k;
    for (int k = 0; k < s->cases; k++) if (s->kinds[k] != EXACT) far->cases[n++] = k;
    uint32_t end = s->first[s->stored + 1];
    far->order = malloc((end + 1) * sizeof *far->order);
    far->known = malloc(CACHE * sizeof *far->known);
    if (!far->order || !far->known) return far_free(far), NULL;
    for (uint32_t k = 0; k < end; k++) far->order[k] = k;
    sorted_of = s, first_case = far->cases[0];
    for (int l = 1; l <= s->stored; l++) {
        uint32_t from = s->first[l], to = s->first[l + 1], count = 0;
        qsort(far->order + from, to - from, sizeof *far->order, by_first);
        Group *groups = malloc((to - from + 1) * sizeof *groups);
        if (!groups) return far_free(far), NULL;
        for (uint32_t k = from; k < to; k++) {
            Value value = at(s, far->order[k])[first_case];
            if (!count || groups[count - 1].value != value) groups[count++] = (Group){value, k, k};
            groups[count - 1].to = k + 1;
        }
        far->groups[l] = groups, far->group_count[l] = count;
    }
    return far;
}

/* So many signs in turns, the last of them given: the same one twice would be no sign at all. */
static Value with_signs(Value v, int signs, int sign) {
    for (int how = sign; signs--; how = how == O_MINUS ? O_INVERT : O_MINUS) v = how == O_MINUS ? -v : ~v;
    return v;
}

static int has_signs(const Search *s, int signs, int sign) {
    return signs < 1 || ((signs < 2 || (s->minus && s->invert)) && (sign == O_MINUS ? s->minus : s->invert));
}

static inline __attribute__((always_inline)) void join_with(Search *s, int op, int la, int lb, int signs, int sign) {
    const Far *far = s->far;
    int first = far->cases[0];
    Value v[MAX_CASES], r;
    for (uint32_t i = 0; i < far->group_count[la]; i++) {
        Group a = far->groups[la][i];
        for (uint32_t j = 0; j < far->group_count[lb]; j++) {
            Group b = far->groups[lb][j];
            if (!apply_one(op, a.value, b.value, &r) || !wanted_in(s, first, with_signs(r, signs, sign))) continue;
            for (uint32_t x = a.from; x < a.to; x++) {
                uint32_t left = far->order[x];
                if (s->nodes[left].level > LEFT[op]) continue;
                for (uint32_t y = b.from; y < b.to; y++) {
                    uint32_t right = far->order[y];
                    if (s->nodes[right].level > RIGHT[op]) continue;
                    int k = 1;
                    for (s->tried++; k < s->cases; k++) {
                        int c = far->cases[k];
                        if (!apply_one(op, at(s, left)[c], at(s, right)[c], &r) ||
                            !wanted_in(s, c, with_signs(r, signs, sign))) break;
                    }
                    if (k < s->cases || !apply(op, at(s, left), at(s, right), s->cases, v)) continue;
                    for (k = 0; k < s->cases; k++) v[k] = with_signs(v[k], signs, sign);
                    if (wanted(s, v)) hit(s, (Hit){.node = {left, right, 0, (uint8_t)op, (uint8_t)LEVEL[op]},
                                                   .signs = (uint8_t)signs, .sign = (uint8_t)sign});
                }
            }
        }
    }
}

static void join(Search *s, int op, int la, int lb, int signs, int sign) {
#define WITH(name) case name: join_with(s, name, la, lb, signs, sign); break;
    switch (op) {
    WITH(O_ADD) WITH(O_SUB) WITH(O_MUL) WITH(O_FLOOR) WITH(O_MOD) WITH(O_POW) WITH(O_AND) WITH(O_OR)
    WITH(O_XOR) WITH(O_LEFT) WITH(O_RIGHT) WITH(O_LESS) WITH(O_MORE) WITH(O_EQUAL)
    }
#undef WITH
}

/* Both operands stored; a power may have signs before it. */
static void join_all(Search *s, int op, int length) {
    if (!(s->operators >> op & 1)) return;
    for (int signs = 0; signs < (op == O_POW ? length - 3 : 1); signs++)
        for (int sign = O_MINUS; sign <= (signs ? O_INVERT : O_MINUS); sign++) {
            int both = length - signs - SIZE[op];
            if (has_signs(s, signs, sign))
                for (int la = 1; la < both; la++)
                    if (la <= s->stored && both - la <= s->stored) join(s, op, la, both - la, signs, sign);
        }
}

/* Signs before what is stored and binds tightest, or before brackets around whatever is stored. */
static void signs_of_stored(Search *s, int length) {
    Value v[MAX_CASES];
    for (int signs = 1; signs < length; signs++)
        for (int sign = O_MINUS; sign <= O_INVERT; sign++)
            for (int brackets = 0; brackets <= 2; brackets += 2) {
                int inner = length - signs - brackets;
                if (inner < 1 || inner > s->stored || !has_signs(s, signs, sign)) continue;
                for (uint32_t k = s->first[inner]; k < s->first[inner + 1]; k++) {
                    if (!brackets && s->nodes[k].level > ATOM) continue;
                    for (int c = 0; c < s->cases; c++) v[c] = with_signs(at(s, k)[c], signs, sign);
                    s->tried++;
                    Node node = brackets ? (Node){k, 0, 0, O_BRACKET, ATOM} : s->nodes[k];
                    if (wanted(s, v)) hit(s, (Hit){.node = node, .signs = (uint8_t)signs, .sign = (uint8_t)sign});
                }
            }
}

static int with_partner(const Search *s, Partner p, int c, Value v, Value *r) {
    if (p.side == BRACKET_LEFT) return *r = p.op == O_MINUS ? -v : ~v, 1;
    Value other = at(s, p.other)[c];
    return p.side == 1 ? apply_one(p.op, other, v, r) : apply_one(p.op, v, other, r);
}

static int possible(const Search *s, Partner p, int c, Value v) {
    Value r;
    return with_partner(s, p, c, v, &r) && wanted_in(s, c, r);
}

static void try_partner(Search *s, Partner p, const Value *v, Node node) {
    Value r[MAX_CASES];
    if (p.side != BRACKET_LEFT && node.level > (p.side == 1 ? RIGHT : LEFT)[p.op]) return;
    for (int k = 1; k < s->cases; k++)
        if (!possible(s, p, s->far->cases[k], v[s->far->cases[k]])) return;
    for (int c = 0; c < s->cases; c++)
        if (!with_partner(s, p, c, v[c], &r[c])) return;
    if (!wanted(s, r)) return;
    if (p.side == BRACKET_LEFT) hit(s, (Hit){.node = node, .side = p.side, .signs = 1, .sign = p.op});
    else hit(s, (Hit){.node = node, .other = p.other, .side = p.side, .op = p.op});
}

/* Every expression of the wanted length that has this one, too long to be stored, as an operand. */
static void partners(Search *s, const Value *v, Node node) {
    Far *far = s->far;
    int first = far->cases[0];
    Value value = v[first];
    Known *known = &far->known[hash(&value, 1) % CACHE];
    if (known->value != value || !known->count) {
        *known = (Known){.value = value, .count = 1};
        for (int i = 0; i < far->partner_count && known->count != MANY; i++)
            if (possible(s, far->partners[i], first, value)) {
                if (known->count > FEW) known->count = MANY;
                else known->which[known->count++ - 1] = (uint16_t)i;
            }
    }
    if (known->count == MANY) {
        for (int i = 0; i < far->partner_count; i++)
            if (possible(s, far->partners[i], first, value)) try_partner(s, far->partners[i], v, node);
    } else for (int i = 0; i < known->count - 1; i++) try_partner(s, far->partners[known->which[i]], v, node);
}

/* The expressions of this length with an operand of `inner`, which is longer than what is stored. */
static int with_longer(Search *s, int length, int inner) {
    Far *far = s->far;
    uint32_t most = 2, n = 0;
    for (int rest = length - inner, l = rest - 2 < 1 ? 1 : rest - 2; l < rest; l++)
        most += 2 * OPERATORS * (s->first[l + 1] - s->first[l]);
    free(far->partners);
    if (!(far->partners = malloc(most * sizeof *far->partners))) return 0;
    for (int op = 0; op < OPERATORS; op++) {
        int l = length - inner - SIZE[op];
        if (!(s->operators >> op & 1) || l < 1) continue;
        for (uint32_t k = s->first[l]; k < s->first[l + 1]; k++) {
            if (s->nodes[k].level <= LEFT[op]) far->partners[n++] = (Partner){k, 1, (uint8_t)op};
            if (s->nodes[k].level <= RIGHT[op]) far->partners[n++] = (Partner){k, 2, (uint8_t)op};
        }
    }
    if (length - inner == 3) {
        if (s->minus) far->partners[n++] = (Partner){0, BRACKET_LEFT, O_MINUS};
        if (s->invert) far->partners[n++] = (Partner){0, BRACKET_LEFT, O_INVERT};
    }
    if (n >= MANY) return 0;
    far->partner_count = (int)n;
    memset(far->known, 0, CACHE * sizeof *far->known);
    s->streaming = 1;
    generate(s, inner, 0);
    s->streaming = 0;
    return 1;
}

/* How many parts a length has that only this file can look at; 0 where it cannot. */
int formula_far_parts(const Search *s, int length) {
    int exact = 0;
    for (int k = 0; k < s->cases; k++) exact += s->kinds[k] == EXACT;
    if (!s->full || s->stored < 4 || length > MAX_LENGTH || length <= s->digits) return 0;
    return exact < 3 || length <= s->stored + 2 || length > s->stored + 4 ? 0 : OPERATORS + 3;
}

/* Look at one part of a length: 1 when it was looked at whole, -1 where there is no memory for it. */
int formula_far(Search *s, int length, int part, int *found) {
    s->found = 0;
    if (!s->far && !(s->far = far_new(s))) return -1;
    int looked = 1;
    if (part < OPERATORS) join_all(s, part, length);
    else if (part == OPERATORS) signs_of_stored(s, length);
    else if (s->stored + part - OPERATORS <= length - 2) looked = with_longer(s, length, s->stored + part - OPERATORS);
    *found = s->found;
    return looked ? 1 : -1;
}
