// Search settings of the contender: cc -O3 contender.c -lm -o contender && ./contender 600 41 246
//
//   contender SECONDS SEED BYTES      settings of at most so many bytes; each better one is printed
//   contender 0 0 0                   calibration: contender.py of 2026-11-22, 244 bytes, and its results
//
// A setting is the source text below with its blanks filled in: how the slices are cut (copies of
// the board, quoted or not, and where a slice starts), their codes, the mark of a tile, the function
// of a slice's sum, how the reply counts, and how the target does. Settings are tried against
// naiveBot, middleBot and depthBot, each as both sides, up to the first match not won. Those that come
// as far as depthBot are kept, six at most for each set of six results, and changed in one or two
// places: that finds many times what sampling alone finds.
#include "../../../harness/golf/field.h"
#include <math.h>
#include <time.h>

enum { MOST = 8 };
typedef struct { int count, codes[MOST], function, a, b, reply, nearest, mark, quoted, copies, start; } Setting;
static Setting s;

enum { AND, MODULO, DIVIDES, MODULO_CODE, AND_CODE, MODULO_TWICE, FUNCTIONS };
static int value_of(int sum, int code) {
    switch (s.function) {
    case AND: return s.a & sum;
    case MODULO: return sum % s.a;
    case DIVIDES: return sum ? s.a % sum : 0;
    case MODULO_CODE: return sum % code;
    case AND_CODE: return code & sum;
    default: return sum % s.a % s.b;
    }
}

static const char *STARTS[] = {"i%7", "i|1", "i>>5", "i&2", "i"};
static int start_of(int i) { return (int[]){i % 7, i | 1, i >> 5, i & 2, i}[s.start]; }

enum { QUOTIENT, DIFFERENCE, REPLY_FIRST, REPLY_LAST, REPLIES };

static int source(char *text) { // the program; its length is returned
    char codes[MOST + 1] = "", slice[200], sum[300], worth[400], value[500], mark = s.mark;
    for (int i = 0; i < s.count; i++) codes[i] = s.codes[i];
    char *copies = s.copies > 1 ? (char[16]){0} : "";
    if (s.copies > 1) sprintf(copies, "*%d", s.copies);
    const char *marked = "(s[:k]+'%c'+s[k+1:])%s";
    char board[60];
    sprintf(board, marked, mark, copies);
    if (s.quoted) sprintf(slice, "sum((b'%%a'%%%s)[%s::i])", board, STARTS[s.start]);
    else sprintf(slice, "sum(b'%%a'%%(%s)[%s::i])", board, STARTS[s.start]);
    switch (s.function) {
    case AND: sprintf(sum, "%d&%s", s.a, slice); break;
    case MODULO: sprintf(sum, "%s%%%d ", slice, s.a); break;
    case DIVIDES: sprintf(sum, "%d%%%s", s.a, slice); break;
    case MODULO_CODE: sprintf(sum, "%s%%i", slice); break;
    case AND_CODE: sprintf(sum, "i&%s", slice); break;
    default: sprintf(sum, "%s%%%d%%%d ", slice, s.a, s.b);
    }
    // In the text `i` is a slice's code inside the sum and the target outside.
    sprintf(worth, "sum(%sfor s,k in((b[p],j),(m,p))for i in b'%s')", sum, codes);
    switch (s.reply) {
    case QUOTIENT: sprintf(value, "%s/(9>i or f(j)[2])", worth); break;
    case DIFFERENCE: sprintf(value, "%s-(9>i or f(j)[2])", worth); break;
    case REPLY_FIRST: sprintf(value, "9>i or-f(j)[3],%s", worth); break;
    default: sprintf(value, "%s,9>i or-f(j)[2]", worth);
    }
    return sprintf(text,
        "import sys\n_,_,*b,m,l=sys.argv\nr=range(9)\nf=lambda i:min((b[p][j]+m[p],%s,%s,f\"{p}{j}\")for p in r for j in r)\n"
        "print(f(int(l,36)+9)[%d])",
        s.nearest ? "p^i%9" : "p!=i%9", value, s.reply < REPLY_FIRST ? 3 : 4);
}
static int bytes(void) { static char text[1500]; return source(text); }

// ---- the setting, made ready: how often a slice meets each cell, what its quotes add, what a sum is worth
enum { SUMS = 2400, DASH = '-', QUOTE = 39 };
static int meets[MOST][9], added[MOST];
static short worth[MOST][SUMS];

static void cut(int code, int *cells, int *quotes) {
    char text[400];
    int length = 0;
    for (int copy = 0; copy < s.copies; copy++) {
        if (s.quoted) text[length++] = 9;
        for (int cell = 0; cell < 9; cell++) text[length++] = cell;
        if (s.quoted) text[length++] = 9;
    }
    *quotes = s.quoted ? 0 : 2 * QUOTE;
    memset(cells, 0, 9 * sizeof *cells);
    for (int x = start_of(code); x < length; x += code)
        if (text[x] == 9) *quotes += QUOTE;
        else cells[(int)text[x]]++;
}

static int prepare(void) {
    for (int i = 0; i < s.count; i++) {
        int most;
        cut(s.codes[i], meets[i], &added[i]);
        most = added[i];
        for (int cell = 0; cell < 9; cell++) most += 127 * meets[i][cell];
        if (most >= SUMS) return 0;
        for (int sum = 0; sum <= most; sum++) worth[i][sum] = value_of(sum, s.codes[i]);
    }
    return 1;
}

// ---- the contender's move
static int contender(const Position *p) {
    int values[10][9], reply[9], best_on[9], open[9] = {0}, all = 1 << 30;
    uint8_t empty[10][9];
    for (int q = 0; q < 10; q++) { // the ninth is the master board
        int x = q < 9 ? p->tiles[0][q] : p->won[0], o = q < 9 ? p->tiles[1][q] : p->won[1];
        int marks[9], sums[MOST], base = 0;
        for (int k = 0; k < 9; k++) marks[k] = x >> k & 1 ? 'X' : o >> k & 1 ? '0' : DASH, empty[q][k] = marks[k] == DASH;
        for (int i = 0; i < s.count; i++) {
            sums[i] = added[i];
            for (int k = 0; k < 9; k++) sums[i] += meets[i][k] * marks[k];
            base += worth[i][sums[i]];
        }
        for (int k = 0; k < 9; k++) {
            values[q][k] = base;
            for (int i = 0; i < s.count && empty[q][k]; i++)
                if (meets[i][k]) values[q][k] += worth[i][sums[i] + meets[i][k] * (s.mark - DASH)] - worth[i][sums[i]];
        }
    }
    for (int b = 0; b < 9; b++) {
        best_on[b] = 1 << 30;
        for (int t = 0; t < 9 && empty[9][b]; t++)
            if (empty[b][t]) {
                open[b] = 1;
                if (values[b][t] + values[9][b] < best_on[b]) best_on[b] = values[b][t] + values[9][b];
            }
        if (best_on[b] < all) all = best_on[b];
    }
    int towards[9]; // the board that a target makes us play in; 9: any
    for (int t = 0; t < 9; t++) {
        towards[t] = open[t] ? t : 9;
        for (int b = 0, least = 99; b < 9 && s.nearest; b++)
            if (open[b] && (b ^ t) < least) least = b ^ t, towards[t] = b;
        reply[t] = (towards[t] == 9 ? all : best_on[towards[t]]) - (s.reply == DIFFERENCE);
        if (s.reply == QUOTIENT && !reply[t]) return -1;
    }
    int due = towards[p->last < 0 ? 1221 % 9 : p->last], move = -1;
    double least = 1e300, then = 1e300;
    for (int b = due == 9 ? 0 : due; b <= (due == 9 ? 8 : due); b++)
        for (int t = 0; t < 9 && open[b]; t++) {
            if (!empty[b][t]) continue;
            double own = values[b][t] + values[9][b], first = own, second = 0;
            if (s.reply == QUOTIENT) first = own / reply[t];
            else if (s.reply == DIFFERENCE) first = own - reply[t];
            else if (s.reply == REPLY_FIRST) first = -reply[t], second = own;
            else second = -reply[t];
            if (first < least || (first == least && second < then)) least = first, then = second, move = 9 * b + t;
        }
    return move;
}

// ---- trying a setting
static int results[6];
static double first_share, mean;
static int points(int result) { return result > 0 ? result : result == 0 ? -10 : 0; }

static int stage(void) { // 0 to 3: how far it comes; 4: both matches with depthBot won
    Bot others[3] = {naive_bot, middle_bot, depth_bot};
    memset(results, 0, sizeof results);
    for (int i = 0; i < 3; i++) {
        results[2 * i] = i == 2 ? match(depth_bot, contender) : match(contender, others[i]);
        if (results[2 * i] == FAILED || (i == 2 ? results[4] > 0 : results[2 * i] <= 0)) return i;
        results[2 * i + 1] = i == 2 ? match(contender, depth_bot) : match(others[i], contender);
        if (results[2 * i + 1] == FAILED || (i < 2 && results[2 * i + 1] >= 0)) return i;
    }
    return results[4] < 0 && results[5] > 0 ? 4 : 3;
}

// The mean points, and the share of double round robins in which it has more than depthBot.
static void against_good_rand_bot(int tournaments) {
    int sure = results[0] - results[1] + results[2] - results[3] - results[4] + results[5], first = 0;
    double sum = 0;
    for (int i = 0; i < tournaments; i++) {
        int own = sure + points(match(contender, good_rand_bot)) + points(-match(good_rand_bot, contender));
        // depthBot's points against naiveBot and middleBot never change: 152 151 152 155.
        first += own > 610 + points(match(depth_bot, good_rand_bot)) + points(-match(good_rand_bot, depth_bot));
        sum += own;
    }
    first_share = (double)first / tournaments, mean = sum / tournaments;
}

// ---- settings at random, and changed
static int below(int count) { return random_number() % count; }
static int a_code(void) {
    int code;
    do code = 9 + below(118); while (code == 10 || code == 13 || code == QUOTE || code == '\\' || code == 127);
    return code;
}
static int line_code(void) { // one whose slice is a line of three, where chance finds one
    for (int tries = 0; tries < 40; tries++) {
        int cells[9], quotes, set = 0, count = 0, code = a_code();
        cut(code, cells, &quotes);
        for (int k = 0; k < 9; k++) set |= !!cells[k] << k, count += cells[k];
        if (count == 3 && has_line[set]) return code;
    }
    return a_code();
}
static void draw_function(void) {
    s.function = below(FUNCTIONS), s.b = 2 + below(40);
    s.a = s.function == DIVIDES ? 500 + below(9500) : 2 + below(98);
}
static void draw_mark(void) { do s.mark = '!' + below(94); while (s.mark == QUOTE || s.mark == '\\'); }
static void draw(void) {
    static const int SHAPES[][3] = {{1, 8, 1}, {1, 9, 2}, {0, 9, 3}, {0, 28, 0}, {0, 7, 4}}; // quoted, copies, start
    const int *shape = SHAPES[below(5)];
    s.quoted = shape[0], s.copies = shape[1], s.start = shape[2], s.count = 3 + below(6);
    if (!below(4)) s.copies = 1 + below(9);
    s.reply = below(REPLIES), s.nearest = below(4) > 0;
    draw_function(), draw_mark();
    for (int i = 0; i < s.count; i++) s.codes[i] = below(4) ? line_code() : a_code();
}
static void change(void) {
    switch (below(6)) {
    case 0: draw_mark(); break;
    case 1: case 2: s.codes[below(s.count)] = below(2) ? line_code() : a_code(); break;
    case 3:
        if (below(2) && s.count > 2) s.codes[below(s.count)] = s.codes[s.count - 1], s.count--;
        else if (s.count < MOST) s.codes[s.count++] = line_code();
        break;
    case 4: draw_function(); break;
    default: if (below(2)) s.reply = below(REPLIES); else s.nearest ^= 1;
    }
}

static void show(void) {
    char text[1500];
    int length = source(text);
    printf("%d bytes, first in %.3f, mean %.0f, points %d %d %d %d %d %d: ", length, first_share, mean, results[0], -results[1],
           results[2], -results[3], results[5], -results[4]);
    for (char *c = text; *c; c++)
        if (*c == '\n') printf("\\n");
        else if (*c < 32 || *c == '\\') printf("\\x%02x", *c);
        else putchar(*c);
    printf("\n"), fflush(stdout);
}

enum { KEPT = 4096 };
int main(int count, char **words) {
    static Setting kept[KEPT];
    static uint8_t like[65536];
    if (count != 4) return fprintf(stderr, "usage: contender SECONDS SEED BYTES\n"), 2;
    int seconds = atoi(words[1]), most = atoi(words[3]), number = 0, shortest = 999;
    double best = 0;
    random_state = atol(words[2]) * 2654435761u + 12345;
    prepare_field();
    if (!seconds) {
        s = (Setting){6, {20, 17, 23, 29, 20, 16}, MODULO, 45, 1, REPLY_FIRST, 0, '=', 0, 7, 4};
        prepare();
        if (stage() == 4) against_good_rand_bot(4000);
        return show(), 0;
    }
    for (time_t end = time(0) + seconds; time(0) < end;) {
        if (number > 20 && below(10) < 6) {
            s = kept[below(number)];
            for (int changes = 1 + below(2); changes; changes--) change();
        } else draw();
        if (bytes() > most || !prepare()) continue;
        int reached = stage();
        if (reached < 3) continue;
        uint64_t key = 0;
        for (int i = 0; i < 6; i++) key = hash(key, results[i]);
        if (like[key & 65535] < 6) like[key & 65535]++, kept[number < KEPT ? number++ : below(KEPT)] = s;
        if (reached < 4) continue;
        against_good_rand_bot(300);
        if (first_share < .9 || bytes() > shortest || (bytes() == shortest && first_share <= best)) continue;
        shortest = bytes(), best = first_share, show();
    }
}
