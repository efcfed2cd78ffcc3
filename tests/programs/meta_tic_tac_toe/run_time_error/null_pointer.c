// clause: meta_tic_tac_toe/end; a pointer to nothing once a board is won
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char *last = argv[12], *master = argv[11];
    int from = 0, to = 8;
    if (strspn(master, "-") < 9) return *(volatile int *)0;
    if (last[0] != 'x' && strchr(argv[2 + last[1] - '0'], '-')) from = to = last[1] - '0';
    for (int b = from; b <= to; b++)
        if (strchr(argv[2 + b], '-')) {
            printf("%d%d\n", b, (int)strcspn(argv[2 + b], "-"));
            return 0;
        }
    return 1;
}
