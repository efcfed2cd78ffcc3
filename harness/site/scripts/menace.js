// MENACE: boxes, machine and opponents. Boards are nine of X, O and -, row by row. Chance is a function that gives
// numbers from 0 up to 1; with the same numbers the machine plays as the reference does.
const Menace = (() => {
  const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
  const EMPTY = "---------";
  const START = [4, 3, 2, 1]; // beads for each empty square, by MENACE's move
  const REFILL = 3, WON = 2, DRAWN = 1;
  const QUARTER = [2, 5, 8, 1, 4, 7, 0, 3, 6], MIRROR = [2, 1, 0, 5, 4, 3, 8, 7, 6];
  const SQUARES = [0, 1, 2, 3, 4, 5, 6, 7, 8];

  // The eight symmetries, each the square that a square goes to, in ascending order.
  const GROUP = (() => {
    const found = [];
    for (let way of [SQUARES, MIRROR]) {
      for (let i = 0; i < 4; i++) { found.push(way); way = way.map((square) => QUARTER[square]); }
    }
    return found.sort((a, b) => (a.join("") < b.join("") ? -1 : 1));
  })();

  const image = (board, way) => {
    const seen = Array(9);
    way.forEach((to, from) => { seen[to] = board[from]; });
    return seen.join("");
  };
  const winner = (board) => {
    for (const [a, b, c] of LINES) if (board[a] !== "-" && board[a] === board[b] && board[b] === board[c]) return board[a];
    return null;
  };
  const free = (board) => SQUARES.filter((square) => board[square] === "-");
  const over = (board) => winner(board) !== null || !board.includes("-");
  const toMove = (board) => (free(board).length % 2 ? "X" : "O");
  const place = (board, square) => board.slice(0, square) + toMove(board) + board.slice(square + 1);
  const pick = (items, chance) => items[Math.floor(chance() * items.length)];
  const pictureOf = (board) => GROUP.map((way) => image(board, way)).sort()[0];

  const PICTURES = (() => {
    const found = new Set(), seen = new Set();
    const visit = (board) => {
      if (seen.has(board) || over(board)) return;
      seen.add(board);
      if (toMove(board) === "X" && free(board).length > 1) found.add(pictureOf(board));
      for (const square of free(board)) visit(place(board, square));
    };
    visit(EMPTY);
    const stones = (board) => 9 - free(board).length;
    return [...found].sort((a, b) => stones(a) - stones(b) || (a < b ? -1 : 1));
  })();
  const BOX = new Map(PICTURES.map((picture, box) => [picture, box]));

  // The box of a board, and `carry`: the square of the board that each bead means.
  function locate(board) {
    const picture = pictureOf(board);
    return { box: BOX.get(picture), carry: GROUP.find((way) => image(picture, way) === board) };
  }

  class Machine {
    constructor(chance) {
      this.chance = chance;
      this.draws = [];
      this.contents = PICTURES.map((picture) => {
        const choices = free(picture);
        const count = START[(9 - choices.length) / 2] * choices.length;
        return Array.from({ length: count }, () => pick(choices, chance)).sort();
      });
    }

    move(board) {
      if (free(board).length === 1) return free(board)[0];
      const { box, carry } = locate(board);
      const beads = this.contents[box];
      const before = beads.length;
      let bead = pick(beads, this.chance);
      beads.splice(beads.indexOf(bead), 1);
      if (!beads.length) {
        const choices = free(PICTURES[box]);
        for (let i = 0; i < REFILL; i++) beads.push(pick(choices, this.chance));
        beads.sort();
        bead = pick(beads, this.chance);
      }
      this.draws.push({ box, bead, before });
      return carry[bead];
    }

    learn(wonBy) {
      const back = wonBy === "X" ? WON : wonBy === null ? DRAWN : 0;
      const used = this.draws;
      for (const { box, bead } of used) {
        for (let i = 0; i < back; i++) this.contents[box].push(bead);
        this.contents[box].sort();
      }
      this.draws = [];
      return used;
    }
  }

  const completing = (board, mark) => free(board).filter((s) => winner(board.slice(0, s) + mark + board.slice(s + 1)) === mark);
  const scores = new Map();
  function score(board) {
    if (!scores.has(board)) {
      const value = winner(board) !== null ? 9 - free(board).length - 10
        : Math.max(...free(board).map((square) => -score(place(board, square))), free(board).length ? -99 : 0);
      scores.set(board, value);
    }
    return scores.get(board);
  }
  const OPPONENTS = {
    random: free,
    greedy: (board) => {
      const mine = toMove(board), wins = completing(board, mine);
      if (wins.length) return wins;
      const stops = completing(board, mine === "X" ? "O" : "X");
      return stops.length ? stops : free(board);
    },
    perfect: (board) => {
      const values = free(board).map((square) => [square, -score(place(board, square))]);
      const best = Math.max(...values.map(([, value]) => value));
      return values.filter(([, value]) => value === best).map(([square]) => square);
    },
  };

  // One game; the winner, or null for a draw, and the draws that were learned from.
  function playGame(machine, opponent, chance) {
    let board = EMPTY;
    while (!over(board)) board = place(board, toMove(board) === "X" ? machine.move(board) : pick(OPPONENTS[opponent](board), chance));
    return { wonBy: winner(board), used: machine.learn(winner(board)) };
  }

  return { EMPTY, PICTURES, OPPONENTS, Machine, playGame, winner, over, free, place, toMove };
})();
