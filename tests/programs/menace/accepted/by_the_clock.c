// clause: none; chance from the clock, boxes as arrays of digits, boards in one line, in C
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *WAYS[] = {"012345678", "630741852", "876543210", "258147036",
                             "210543876", "036147258", "678345012", "852741630"};
static const char *LINES[] = {"012", "345", "678", "036", "147", "258", "048", "246"};
static char key[304][10];
static char *box[304];
static int boxes;

static int won(const char *b, char m) {
  for (int i = 0; i < 8; i++)
    if (b[LINES[i][0] - '0'] == m && b[LINES[i][1] - '0'] == m && b[LINES[i][2] - '0'] == m) return 1;
  return 0;
}

static int empties(const char *b) {
  int n = 0;
  while (*b) n += *b++ == '_';
  return n;
}

static int any(int n) { return (int)(drand48() * n); }

static char bead(const char *picture) {
  int i;
  do i = any(9);
  while (picture[i] != '_');
  return (char)('0' + i);
}

static const char *picture(const char *b, char *best) {
  const char *way = NULL;
  for (int w = 0; w < 8; w++) {
    char seen[10] = {0};
    for (int i = 0; i < 9; i++) seen[i] = b[WAYS[w][i] - '0'];
    if (!way || strcmp(seen, best) < 0) strcpy(best, seen), way = WAYS[w];
  }
  return way;
}

static int find(const char *p) {
  int i = 0;
  while (i < boxes && strcmp(key[i], p)) i++;
  return i;
}

static void add(int i, char c) {
  size_t n = strlen(box[i]);
  box[i] = realloc(box[i], n + 2);
  box[i][n] = c;
  box[i][n + 1] = 0;
}

static void fill(char *b) {
  char p[10] = {0};
  picture(b, p);
  if (empties(b) < 2 || find(p) < boxes) return;
  int n = boxes++;
  strcpy(key[n], p);
  box[n] = calloc(1, 1);
  for (int i = 0; i < 2 + empties(p); i++) add(n, bead(p));
  for (int i = 0; i < 9; i++) {
    if (b[i] != '_') continue;
    b[i] = 'X';
    for (int j = 0; j < 9 && !won(b, 'X'); j++) {
      if (b[j] != '_') continue;
      b[j] = 'O';
      if (!won(b, 'O')) fill(b);
      b[j] = '_';
    }
    b[i] = '_';
  }
}

static int draw(const char *b, int *used, char *beads, int *n) {
  if (empties(b) == 1) return (int)(strchr(b, '_') - b);
  char p[10] = {0};
  const char *way = picture(b, p);
  int i = find(p), at = any((int)strlen(box[i]));
  char c = box[i][at];
  memmove(box[i] + at, box[i] + at + 1, strlen(box[i] + at));
  if (!*box[i]) {
    for (int j = 0; j < 3; j++) add(i, bead(p));
    c = box[i][any(3)];
  }
  used[*n] = i;
  beads[(*n)++] = c;
  return way[c - '0'] - '0';
}

static int play(int *used, char *beads, int *n) {
  char b[] = "_________", move[9];
  for (;;) {
    b[draw(b, used, beads, n)] = 'X';
    puts(b);
    if (won(b, 'X')) return 2;
    if (!empties(b)) return 1;
    if (scanf("%8s", move) != 1) exit(1);
    b[(strchr("LMR", move[0]) - "LMR") * 3 + (strchr("LMR", move[1]) - "LMR")] = 'O';
    puts(b);
    if (won(b, 'O')) return 0;
  }
}

int main(void) {
  int games;
  char b[] = "_________";
  srand48(time(NULL));
  fill(b);
  if (scanf("%d", &games) != 1) return 1;
  while (games--) {
    int used[4], n = 0;
    char beads[4];
    puts("New game");
    int back = play(used, beads, &n);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < back; j++) add(used[i], beads[i]);
    printf("{");
    for (int i = 0; i < boxes; i++) printf("\"%s\"%s", box[i], i + 1 < boxes ? ", " : "}\n");
  }
  return 0;
}
