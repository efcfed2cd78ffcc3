// clause: mu_torere/end; writes through a null pointer when the human first enters the putahi
#include <stdio.h>
#include <string.h>

static char P[] = "wwwwbbbbo"; /* kewai clockwise from the top left, then the putahi */

static void show(void) {
    printf("%c-%c-%c\n|\\|/|\n%c-%c-%c\n|/|\\|\n%c-%c-%c\n",
           P[0], P[1], P[2], P[7], P[8], P[3], P[6], P[5], P[4]);
    fflush(stdout);
}

static int legal(char own, char other) {
    static const int order[] = {5, 6, 3, 0, 1, 2, 7, 4, 8};
    int hole = strchr(P, 'o') - P;
    for (int i = 0; i < 9; i++) {
        int n = order[i], left = (n + 7) % 8, right = (n + 1) % 8;
        int enters = hole == 8 && (P[left] == other || P[right] == other);
        if (P[n] == own && (n == 8 || left == hole || right == hole || enters))
            return n;
    }
    return -1;
}

static void slide(int n) {
    *strchr(P, 'o') = P[n];
    P[n] = 'o';
    show();
}

int main(void) {
    int number;
    show();
    while (legal('b', 'w') >= 0 && scanf("%d", &number) == 1) {
        slide(strchr("123698745", '0' + number) - "123698745");
        if (P[8] == 'b')
            *(volatile int *)0 = 1;
        slide(legal('w', 'b'));
    }
}
