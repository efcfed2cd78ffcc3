// Mu Torere: rules and retrograde analysis. Nodes are 0-7 clockwise round the ring from the top left, and 8 in
// the middle. A position is a placement, nine of b, w and o, and who is to move; as one text, "wwwwbbbbob".
const MuTorere = (() => {
  const CENTRE = 8;
  const START = "wwwwbbbbo";
  const beside = (node) => [(node + 7) % 8, (node + 1) % 8];
  const other = (colour) => (colour === "b" ? "w" : "b");

  function legalMoves(placement, colour) {
    const hole = placement.indexOf("o");
    const near = hole === CENTRE ? [0, 1, 2, 3, 4, 5, 6, 7] : [...beside(hole), CENTRE].sort((a, b) => a - b);
    return near.filter((node) => placement[node] === colour &&
      (hole !== CENTRE || beside(node).some((n) => placement[n] === other(colour))));
  }

  function apply(placement, node) {
    const stones = [...placement];
    stones[placement.indexOf("o")] = stones[node];
    stones[node] = "o";
    return stones.join("");
  }

  // The value (WIN, DRAW, LOSS, for the side to move) and the distance in plies (null for a draw) of every position.
  function solve(placements) {
    const known = new Map(), before = new Map(), left = new Map(), queue = [];
    for (const placement of placements) {
      for (const colour of "bw") {
        const moves = legalMoves(placement, colour), key = placement + colour;
        left.set(key, moves.length);
        if (!moves.length) { known.set(key, { value: "LOSS", distance: 0 }); queue.push(key); }
        for (const node of moves) {
          const after = apply(placement, node) + other(colour);
          if (!before.has(after)) before.set(after, []);
          before.get(after).push(key);
        }
      }
    }
    for (let i = 0; i < queue.length; i++) {
      const { value, distance } = known.get(queue[i]);
      for (const key of before.get(queue[i]) || []) {
        if (known.has(key)) continue;
        left.set(key, left.get(key) - 1);
        if (value === "LOSS") known.set(key, { value: "WIN", distance: distance + 1 });
        else if (left.get(key) === 0) known.set(key, { value: "LOSS", distance: distance + 1 });
        else continue;
        queue.push(key);
      }
    }
    for (const key of left.keys()) if (!known.has(key)) known.set(key, { value: "DRAW", distance: null });
    return known;
  }

  return { START, CENTRE, legalMoves, apply, other, solve };
})();
