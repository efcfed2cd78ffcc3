// Search for the expression by which strict.pl makes a place in its board's text of two letters.
//
//     c++ -O2 -o build/letters solutions/menace/searches/letters.cpp && build/letters n 9
//
// The board is three lines of four characters. The expression is `unpack(n,<>)`, or `v` for the
// letters in the other order, and behind it two or three of * / % + - & | ^ with whole numbers,
// of so many characters in all. It serves where Perl, which cuts the fraction off, comes to the
// place of each of the nine squares, counted from the begin of the text or from its end.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

static const char OPERATORS[] = "*/%+-&|^";
static const double OUTSIDE = 1e300;  // what is no number in Perl, or far off the text
static const int SQUARES = 9, TEXT = 12;

static int binding(char o) { return strchr("*/%", o) ? 3 : strchr("+-", o) ? 2 : o == '&' ? 1 : 0; }

static double apply(char o, double a, double b) {
    if (std::fabs(a) > 1e15) return OUTSIDE;
    switch (o) {
        case '*': return a * b;
        case '/': return b == 0 ? OUTSIDE : a / b;
        case '+': return a + b;
        case '-': return a - b;
        case '%': {  // of whole numbers; the sign is that of the divisor
            int64_t n = (int64_t)a, m = (int64_t)b;
            if (m == 0) return OUTSIDE;
            int64_t rest = n % m;
            return (double)(rest != 0 && (rest < 0) != (m < 0) ? rest + m : rest);
        }
    }
    uint64_t n = (uint64_t)(int64_t)a, m = (uint64_t)(int64_t)b;
    uint64_t bits = o == '&' ? n & m : o == '|' ? n | m : n ^ m;
    return bits >> 50 ? OUTSIDE : (double)bits;
}

static double letters[SQUARES];

// The operators are applied as they bind: which one first, which second, which third.
static bool serves(const char *operators, const int *order, int count, const int *numbers) {
    for (int square = 0; square < SQUARES; square++) {
        double value[4] = {letters[square]};
        for (int i = 0; i < count; i++) value[i + 1] = numbers[i];
        bool gone[4] = {};
        for (int i = 0; i < count; i++) {
            int right = order[i] + 1, left = order[i];
            while (gone[left]) left--;
            value[left] = apply(operators[order[i]], value[left], value[right]);
            if (value[left] == OUTSIDE) return false;
            gone[right] = true;
        }
        double place = std::trunc(value[0]);
        int wanted = square / 3 * 4 + square % 3;
        if (place != wanted && place != wanted - TEXT) return false;
    }
    return true;
}

int main(int count, char **words) {
    if (count != 3 || !strchr("nv", *words[1])) {
        fprintf(stderr, "usage: letters n|v CHARACTERS\n");
        return 2;
    }
    const char *names = "LMR";
    for (int s = 0; s < SQUARES; s++) {
        int first = names[s / 3], second = names[s % 3];
        letters[s] = *words[1] == 'n' ? 256 * first + second : 256 * second + first;
    }
    int characters = atoi(words[2]), found = 0;
    static const int FROM[] = {0, 0, 10, 100, 1000, 10000, 100000}, TO[] = {0, 10, 100, 1000, 10000, 100000, 1000000};
    for (int some = 2; some <= 3; some++) {
        int digits = characters - some;
        int kinds = 1;
        for (int i = 0; i < some; i++) kinds *= 8;
        for (int kind = 0; kind < kinds; kind++) {
            char operators[4] = {};
            for (int i = 0, k = kind; i < some; i++, k /= 8) operators[i] = OPERATORS[k % 8];
            int order[3], placed = 0;
            for (int strength = 3; strength >= 0; strength--)
                for (int i = 0; i < some; i++)
                    if (binding(operators[i]) == strength) order[placed++] = i;
            for (int one = 1; one <= 6; one++)
                for (int two = 1; two <= 6; two++) {
                    int three = digits - one - two;
                    if (some == 2 ? three != 0 : three < 1 || three > 6) continue;
                    int numbers[3];
                    for (numbers[0] = FROM[one]; numbers[0] < TO[one]; numbers[0]++)
                        for (numbers[1] = FROM[two]; numbers[1] < TO[two]; numbers[1]++)
                            for (numbers[2] = FROM[three]; numbers[2] < (three ? TO[three] : 1); numbers[2]++)
                                if (serves(operators, order, some, numbers)) {
                                    printf("unpack(%c,<>)", *words[1]);
                                    for (int i = 0; i < some; i++) printf("%c%d", operators[i], numbers[i]);
                                    printf("\n");
                                    fflush(stdout);
                                    found++;
                                }
                }
        }
    }
    printf("%d of %d characters\n", found, characters);
}
