// MENACE plays X, moves first, and learns from what becomes of its games. The human types two
// letters for a move: L, M or R for the row (top, middle, bottom), and then for the column.
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
// The eight ways to turn and mirror a board: the square i of the picture is the square view[i].
const VIEWS = ["012345678", "630741852", "876543210", "258147036",
               "210543876", "036147258", "678345012", "852741630"];
const NEW_BEADS = 3;

const choice = (list) => list[Math.floor(Math.random() * list.length)];
const choices = (list) => Array.from({ length: NEW_BEADS }, () => choice(list));
const won = (board, mark) => LINES.some((line) => line.every((i) => board[i] === mark));
const played = (board, i, mark) => board.slice(0, i) + mark + board.slice(i + 1);
const free = (board) => [..."012345678"].map(Number).filter((i) => board[i] === "-");

// The picture on the box of this board, and the view that shows the board so.
function picture(board) {
  return VIEWS.map((view) => [[...view].map((i) => board[i]).join(""), view]).sort()[0];
}

const boxes = new Map(); // picture: beads, each a square of the picture

// Make the box of this board, in which X is to move, and of all that may follow.
function makeBoxes(board) {
  const [name] = picture(board);
  if (boxes.has(name) || won(board, "O") || free(board).length < 2) return;
  boxes.set(name, choices(free(name)));
  for (const x of free(name)) {
    const after = played(name, x, "X");
    if (!won(after, "X")) for (const o of free(after)) makeBoxes(played(after, o, "O"));
  }
}

// MENACE's move: a bead leaves the box of the board; `used` keeps what was drawn from where.
function draw(board, used) {
  if (free(board).length === 1) return free(board)[0]; // no choice, no box
  const [name, view] = picture(board);
  const beads = boxes.get(name);
  let bead = choice(beads);
  beads.splice(beads.indexOf(bead), 1);
  if (!beads.length) { // an empty box gets new beads, and one of them is the move
    beads.push(...choices(free(name)));
    bead = choice(beads);
  }
  used.push([beads, bead]);
  return Number(view[bead]);
}

const show = (board) => console.log(board.replace(/(...)(...)/, "$1\n$2\n"));

async function main() {
  const input = require("readline").createInterface({ input: process.stdin });
  const lines = input[Symbol.asyncIterator]();
  const read = async () => (await lines.next()).value.trim().toUpperCase();
  makeBoxes("---------");
  for (let games = Number(await read()); games > 0; games--) {
    console.log("New game");
    let [board, mark] = ["---------", "X"];
    const used = [];
    while (free(board).length && !won(board, "X") && !won(board, "O")) {
      let square;
      if (mark === "X") {
        square = draw(board, used);
      } else {
        const [row, column] = await read();
        square = 3 * "LMR".indexOf(row) + "LMR".indexOf(column);
      }
      board = played(board, square, mark);
      show(board);
      mark = mark === "X" ? "O" : "X";
    }
    const back = won(board, "X") ? 2 : won(board, "O") ? 0 : 1;
    for (const [beads, bead] of used) for (let i = 0; i < back; i++) beads.push(bead);
    console.log(JSON.stringify([...boxes.values()]));
  }
  process.exit(0);
}

main();
