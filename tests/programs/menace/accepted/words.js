// clause: none; a mapping of pictures to colours in JSON, each box with colours of its own, in JavaScript
// options: --marks "XO " --moves "a1 a2 a3 b1 b2 b3 c1 c2 c3"
const readline = require("readline");

const LINES = ["012", "345", "678", "036", "147", "258", "048", "246"].map((l) => [...l].map(Number));
const COLOURS = ["white", "lilac", "silver", "black", "gold", "green", "amber", "red", "pink"];
const WAYS = ["012345678", "630741852", "876543210", "258147036", "210543876", "036147258", "678345012", "852741630"];
const any = (list) => list[Math.floor(Math.random() * list.length)];
const won = (board, mark) => LINES.some((line) => line.every((i) => board[i] === mark));
const free = (board) => [...board].flatMap((mark, i) => (mark === " " ? [i] : []));
const place = (board, i, mark) => board.slice(0, i) + mark + board.slice(i + 1);
const seen = (board, way) => [...way].map((i) => board[i]).join("");

const boxes = {}; // by picture: colours
const meant = {}; // by picture: what square each colour is for

function picture(board) {
  return WAYS.map((way) => [seen(board, way), way]).sort((a, b) => (a[0] < b[0] ? -1 : 1))[0];
}

function fill(board) {
  const [key] = picture(board);
  if (key in boxes || free(board).length < 2) return;
  const colours = [...COLOURS].sort(() => Math.random() - 0.5);
  meant[key] = Object.fromEntries(free(key).map((square, i) => [colours[i], square]));
  boxes[key] = Array.from({ length: 6 }, () => any(Object.keys(meant[key])));
  for (const i of free(board)) {
    const after = place(board, i, "X");
    if (won(after, "X")) continue;
    for (const j of free(after)) {
      const again = place(after, j, "O");
      if (!won(again, "O")) fill(again);
    }
  }
}

let left, board, used;

function show() {
  console.log(JSON.stringify([0, 3, 6].map((i) => [...board.slice(i, i + 3)])));
}

function mine() {
  let square = free(board)[0];
  if (free(board).length > 1) {
    const [key, way] = picture(board);
    let bead = boxes[key].splice(Math.floor(Math.random() * boxes[key].length), 1)[0];
    if (!boxes[key].length) {
      boxes[key] = Array.from({ length: 3 }, () => any(Object.keys(meant[key])));
      bead = any(boxes[key]);
    }
    used.push([key, bead]);
    square = Number(way[meant[key][bead]]);
  }
  board = place(board, square, "X");
  show();
  if (won(board, "X")) end(2);
  else if (!free(board).length) end(1);
}

function begin() {
  console.log("NEW GAME!");
  [board, used] = [" ".repeat(9), []];
  mine();
}

function end(back) {
  for (const [key, bead] of used) for (let n = 0; n < back; n++) boxes[key].push(bead);
  console.log(JSON.stringify(boxes, null, 1));
  if (--left) begin();
  else input.close();
}

fill(" ".repeat(9));
const input = readline.createInterface({ input: process.stdin });
input.on("line", (line) => {
  if (left === undefined) {
    left = Number(line);
    return begin();
  }
  board = place(board, "abc".indexOf(line[0]) * 3 + Number(line[1]) - 1, "O");
  show();
  if (won(board, "O")) end(0);
  else mine();
});
