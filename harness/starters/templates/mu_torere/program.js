// Mu Torere: the human is black (b) and moves first, this program is white (w).
// The nodes have the numbers 1-9, row by row; o is the empty node.

// Where a stone that moves into an empty node may come from. The order is the strategy: the first
// stone of its own that may move is the one that the program moves. Make it shorter, or better!
const FROM = {
  1: [2, 4, 5], 2: [1, 3, 5], 3: [6, 2, 5],
  4: [7, 1, 5], 5: [6, 7, 1, 2, 3, 4, 8, 9], 6: [3, 9, 5],
  7: [4, 8, 5], 8: [9, 7, 5], 9: [8, 6, 5],
};
const board = [..." wwwbowbbb"]; // the place 0 is not used: a node's number is its place

// The nodes of the stones that this colour may move, in the order of FROM.
function legalMoves(colour) {
  const hole = board.indexOf("o");
  const other = colour === "w" ? "b" : "w";
  return FROM[hole].filter((node) => board[node] === colour &&
    // into the centre only from beside a stone of the other colour
    (hole !== 5 || board[FROM[node][0]] === other || board[FROM[node][1]] === other));
}

function move(node) {
  board[board.indexOf("o")] = board[node];
  board[node] = "o";
}

function show() {
  const [, a, b, c, d, e, f, g, h, i] = board;
  console.log(`${a}-${b}-${c}\n|\\|/|\n${d}-${e}-${f}\n|/|\\|\n${g}-${h}-${i}`);
}

show();
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  move(Number(line)); // the human's move is legal: nobody has to check it
  show();
  move(legalMoves("w")[0]);
  show();
  if (!legalMoves("b").length) process.exit(0); // who cannot move has lost
});
