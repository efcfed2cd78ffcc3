// Search for line codes: one byte i that gives a line of the affine plane of order three, and its weight.
//
//   c++ -O2 -o build/lines solutions/menace/searches/lines.cpp && build/lines 12 [6 6 4]
//
// The MENACE scripts sum up `weight<<sum((b*copies)[start::step])%24` over twelve codes i. For every
// start, step and weight that are expressions in i, twelve characters in all (then: weight and step of at
// most six, start of at most four), and `copies` 3 to 9 or i: whether some code that needs no escape gives
// each of the eight real lines and four broken diagonals, three squares exactly, with one weight for the
// edge lines, one for the middle lines, one for the diagonals and one for the broken ones. Broken lines must
// weigh 0 modulo 8 (or 4), the others not, nor two of them together: so a key modulo 8 (or 4) is not 0
// exactly when a line is won. Edge and middle lines must differ; whether a solution tells all boxes apart
// is for `python -m harness score menace` to say.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>
using namespace std;

typedef vector<int> Values;  // of an expression, one for each code
typedef unsigned __int128 Codes;  // a set of codes

struct Expression { string text; int binds; Values values; };  // binds: 1 for |, 6 for *, 7 for -x, 8 for (x)

enum { STORED = 5, MOST = 1 << 20 };
static vector<int> codes;
static vector<Expression> stored[STORED + 1];

static bool constant(const Expression &e) { return e.text.find('i') == string::npos; }

static uint64_t hashed(const Values &values) {
    uint64_t h = 1469598103934665603u;
    for (int v : values) { h = (h ^ (uint32_t)v) * 1099511628211u; h ^= h >> 29; }
    return h;
}

static long long floor_divided(long long a, long long b) {
    long long q = a / b;
    return a % b && (a < 0) != (b < 0) ? q - 1 : q;
}

static const struct { const char *sign; int binds; } OPERATORS[] = {
    {"|", 1}, {"^", 2}, {"&", 3}, {"<<", 4}, {">>", 4}, {"+", 5}, {"-", 5}, {"*", 6}, {"//", 6}, {"%", 6}};

static bool applied(int which, const Values &left, const Values &right, Values &result) {
    result.resize(left.size());
    for (size_t k = 0; k < left.size(); k++) {
        long long x = left[k], y = right[k], z;
        if ((which == 3 || which == 4) && (y < 0 || y > 20)) return false;
        if (which >= 8 && y == 0) return false;
        switch (which) {
        case 0: z = x | y; break;
        case 1: z = x ^ y; break;
        case 2: z = x & y; break;
        case 3: z = x << y; break;
        case 4: z = x >> y; break;
        case 5: z = x + y; break;
        case 6: z = x - y; break;
        case 7: z = x * y; break;
        case 8: z = floor_divided(x, y); break;
        default: z = x - y * floor_divided(x, y);
        }
        if (z > MOST || z < -MOST) return false;
        result[k] = (int)z;
    }
    return true;
}

// Every expression of so many characters whose parts are stored.
template <class Visit> static void expressions(int length, Visit visit) {
    size_t n = codes.size();
    if (length == 1) visit(Expression{"i", 8, Values(codes.begin(), codes.end())});
    int first = length == 1 ? 1 : length == 2 ? 10 : 100, last = length == 1 ? 9 : length == 2 ? 99 : 255;
    if (length <= 3)
        for (int v = first; v <= last; v++) visit(Expression{to_string(v), 8, Values(n, v)});
    if (length > 1 && length - 1 <= STORED)
        for (auto &e : stored[length - 1])
            if (e.binds >= 7) {
                Expression minus{"-" + e.text, 7, e.values}, inverted{"~" + e.text, 7, e.values};
                for (int &v : minus.values) v = -v;
                for (int &v : inverted.values) v = ~v;
                visit(minus);
                if (!constant(e)) visit(inverted);
            }
    if (length >= 5 && length - 2 <= STORED)
        for (auto &e : stored[length - 2])
            if (e.binds < 7) visit(Expression{"(" + e.text + ")", 8, e.values});
    Values result;
    for (int o = 0; o < 10; o++) {
        string sign = OPERATORS[o].sign;
        int room = length - (int)sign.size();
        for (int a = 1; a < room; a++)
            if (a <= STORED && room - a <= STORED)
                for (auto &x : stored[a])
                    if (x.binds >= OPERATORS[o].binds)
                        for (auto &y : stored[room - a])
                            if (y.binds > OPERATORS[o].binds && !(constant(x) && constant(y)) &&
                                applied(o, x.values, y.values, result))
                                visit(Expression{x.text + sign + y.text, OPERATORS[o].binds, result});
    }
}

template <class Visit> static void up_to(int length, Visit visit) {
    if (length <= STORED)
        for (auto &e : stored[length]) visit(e);
    else
        expressions(length, visit);
}

static const char *LINES[12] = {"012", "678", "036", "258", "345", "147", "048", "246", "138", "156", "057", "237"};
static int line_of[512];

// The line that three squares are, or -1; -1 too for a slice of more or fewer squares.
static int line(int start, int step, int length) {
    if (start < 0) start += length;
    if (step < 0 && start >= length) start = length - 1;
    if (step > 0 && start < 0) start = 0;
    int third = start + 2 * step, beyond = start + 3 * step;
    if (step == 0 || start < 0 || start >= length || third < 0 || third >= length) return -1;
    if (beyond >= 0 && beyond < length) return -1;
    int squares = 1 << start % 9 | 1 << (start + step) % 9 | 1 << third % 9;
    return __builtin_popcount(squares) == 3 ? line_of[squares] : -1;
}

struct Weight { string text; vector<pair<int, Codes>> values; };

int main(int count, char **given) {
    if (count != 2 && count != 5) { fprintf(stderr, "lines CHARACTERS [WEIGHT STEP START]\n"); return 2; }
    int most = atoi(given[1]), most_weight = 6, most_step = 6, most_start = 4;
    if (count == 5) { most_weight = atoi(given[2]); most_step = atoi(given[3]); most_start = atoi(given[4]); }
    for (int c = 1; c < 128; c++)
        if (c != '\n' && c != '\r' && c != '\'' && c != '\\') codes.push_back(c);
    for (int &k : line_of) k = -1;
    for (int k = 0; k < 12; k++) line_of[1 << (LINES[k][0] - '0') | 1 << (LINES[k][1] - '0') | 1 << (LINES[k][2] - '0')] = k;

    unordered_map<uint64_t, int> seen;
    for (int length = 1; length <= STORED; length++)
        expressions(length, [&](const Expression &e) {
            int &binds = seen[hashed(e.values)];
            if (binds < e.binds) { binds = e.binds; stored[length].push_back(e); }
        });

    vector<vector<Weight>> weights(most_weight + 1);
    vector<vector<Expression>> steps(most_step + 1);
    unordered_set<uint64_t> known;
    for (int length = 1; length <= most_weight; length++)
        up_to(length, [&](const Expression &e) {
            if (e.binds < 5 || !known.insert(hashed(e.values)).second) return;  // `<<` binds closer than those
            map<int, Codes> with;
            for (size_t k = 0; k < codes.size(); k++)
                if (e.values[k] > 0) with[e.values[k]] |= (Codes)1 << codes[k];
            Weight w{e.text, {with.begin(), with.end()}};
            bool broken = false, real = false;
            for (auto &v : with) (v.first % 4 ? real : broken) = true;
            if (broken && real) weights[length].push_back(w);
        });
    known.clear();
    for (int length = 2; length <= most_step; length++)
        up_to(length, [&](const Expression &e) {
            if (known.insert(hashed(e.values)).second) steps[length].push_back(e);
        });

    auto common = [](const Weight &w, const Codes *lines, int from, int to) {  // weights that all of these can have
        vector<int> found;
        for (auto &v : w.values) {
            bool all = true;
            for (int k = from; k < to; k++) all = all && (v.second & lines[k]);
            if (all) found.push_back(v.first);
        }
        return found;
    };
    long shapes = 0, found = 0;
    for (int a = 1; a <= most_start; a++)
        for (auto &start : stored[a])
            for (int c = 2; c <= most_step && a + c < most; c++)
                for (auto &step : steps[c])
                    for (int copies : {3, 4, 5, 6, 7, 8, 9, 0}) {
                        Codes lines[12] = {0};
                        for (size_t k = 0; k < codes.size(); k++) {
                            int l = line(start.values[k], step.values[k], 9 * (copies ? copies : codes[k]));
                            if (l >= 0) lines[l] |= (Codes)1 << codes[k];
                        }
                        bool all = true;
                        for (Codes l : lines) all = all && l;
                        if (!all) continue;
                        shapes++;
                        for (int d = 1; d <= most_weight && a + c + d <= most; d++)
                            for (auto &w : weights[d]) {
                                auto broken = common(w, lines, 8, 12);
                                if (broken.empty()) continue;
                                auto edge = common(w, lines, 0, 4), middle = common(w, lines, 4, 6), diagonal = common(w, lines, 6, 8);
                                for (int x : edge) for (int y : middle) for (int z : diagonal) for (int q : broken) {
                                    int m = q % 8 ? 4 : 8, three[] = {x, y, z};
                                    bool told = q % 4 == 0 && x != y;
                                    for (int i : three) for (int j : three) told = told && i % m && (i + j) % m;
                                    if (!told) continue;
                                    found++;
                                    printf("%d (b*%s)[%s::%s] weight %s: edge %d middle %d diagonal %d broken %d\n", a + c + d,
                                           copies ? to_string(copies).c_str() : "i", start.text.c_str(), step.text.c_str(), w.text.c_str(), x, y, z, q);
                                    fflush(stdout);
                                }
                            }
                    }
    fprintf(stderr, "%ld shapes, %ld solutions\n", shapes, found);
}
