// clause: none; the first legal move
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char *last = argv[12], *master = argv[11];
    int from = 0, to = 8, due = last[0] == 'x' ? -1 : last[1] - '0';
    if (due >= 0 && master[due] == '-' && strchr(argv[2 + due], '-')) from = to = due;
    for (int b = from; b <= to; b++)
        if (master[b] == '-' && strchr(argv[2 + b], '-')) {
            printf("%d%d\n", b, (int)strcspn(argv[2 + b], "-"));
            return 0;
        }
    return 1;
}
