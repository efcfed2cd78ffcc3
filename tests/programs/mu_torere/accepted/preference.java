// clause: none; in Java: heavy lines, discs, and boards that are drawn over one another
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;

class Preference {
    static final int[] ORDER = {5, 6, 3, 0, 1, 2, 7, 4, 8};
    static char[] board = "wwwwbbbbo".toCharArray(); // kewai clockwise, then the putahi
    static PrintStream out;

    static String stone(int n) {
        return board[n] == 'b' ? "●" : board[n] == 'w' ? "○" : "·";
    }

    static void show() {
        out.print("\u001b[2J\u001b[H" + stone(0) + "━" + stone(1) + "━" + stone(2) + "\n┃╲┃╱┃\n" + stone(7)
            + "━" + stone(8) + "━" + stone(3) + "\n┃╱┃╲┃\n" + stone(6) + "━" + stone(5) + "━" + stone(4) + "\n\n");
        out.flush();
    }

    static int hole() {
        return new String(board).indexOf('o');
    }

    static int legal(char own, char other) {
        int hole = hole();
        for (int n : ORDER) {
            int left = (n + 7) % 8, right = (n + 1) % 8;
            boolean enters = hole == 8 && (board[left] == other || board[right] == other);
            if (board[n] == own && (n == 8 || left == hole || right == hole || enters)) {
                return n;
            }
        }
        return -1;
    }

    static void slide(int n) {
        board[hole()] = board[n];
        board[n] = 'o';
        show();
    }

    public static void main(String[] arguments) throws Exception {
        out = new PrintStream(System.out, false, "UTF-8");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        show();
        while (legal('b', 'w') >= 0) {
            String line = in.readLine();
            if (line == null) {
                return;
            }
            slide("789632145".indexOf(line.trim()));
            slide(legal('w', 'b'));
        }
    }
}
