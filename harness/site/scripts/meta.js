// Meta tic-tac-toe: the boards after so many moves of a match. A move is two digits, board and tile.
const Meta = (() => {
  const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
  const line = (cells) => LINES.find(([a, b, c]) => cells[a] !== "-" && cells[a] === cells[b] && cells[b] === cells[c]);

  // The tiles (nine texts of nine), who has won each board, the boards that may be played in, and the winner.
  function after(moves) {
    const tiles = Array.from({ length: 9 }, () => Array(9).fill("-"));
    const master = Array(9).fill("-");
    let last = null;
    for (const { mark, move } of moves) {
      last = move;
      if (move === null) continue;
      const [board, tile] = [Number(move[0]), Number(move[1])];
      tiles[board][tile] = mark;
      if (line(tiles[board])) master[board] = mark;
    }
    const open = tiles.map((cells, board) => master[board] === "-" && cells.includes("-"));
    const won = line(master);
    const due = last !== null && open[Number(last[1])] ? [Number(last[1])] : open.flatMap((is, board) => (is ? [board] : []));
    return { tiles: tiles.map((cells) => cells.join("")), master: master.join(""), playable: won ? [] : due, winner: won ? master[won[0]] : null };
  }

  return { after };
})();
