// A bot of meta tic-tac-toe: it is run for each move and prints two digits, a board and a tile.
// It takes a tile that wins a small board if there is one, and else the first that is free.
const LINES = ["012", "345", "678", "036", "147", "258", "048", "246"];
const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

// Who moves (X or O), the nine boards, the master board (who has won which), and the last move:
// its board and its tile, or xx. On boards an O is the digit 0.
const [turn, ...rest] = process.argv.slice(2);
const [boards, master, last] = [rest.slice(0, 9), rest[9], rest[10]];
const mine = turn === "X" ? "X" : "0";

// Only boards that are neither won nor full are played in.
let playable = DIGITS.filter((b) => master[b] === "-" && boards[b].includes("-"));
// The tile of the last move names the board to play in, unless that one is won or full.
if (last !== "xx" && playable.includes(Number(last[1]))) playable = [Number(last[1])];

// Whether my mark on this tile makes three in a row on the board.
function wins(board, tile) {
  const marked = board.slice(0, tile) + mine + board.slice(tile + 1);
  return LINES.some((line) => [...line].every((t) => marked[t] === mine));
}

const moves = playable.flatMap((b) => DIGITS.filter((t) => boards[b][t] === "-").map((t) => [b, t]));
const [board, tile] = moves.find(([b, t]) => wins(boards[b], t)) || moves[0];
console.log(`${board}${tile}`);
