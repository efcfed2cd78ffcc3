// Mu Torere's graph up to symmetry: a row for each number of plies from the start, an edge for each kind of move.
const MuTorereGraph = (() => {
  // The least of the sixteen turned and mirrored placements, as the reference has it.
  function canonical(placement) {
    const ring = placement.slice(0, 8), back = [...ring].reverse().join("");
    const turned = [];
    for (let k = 0; k < 8; k++) {
      for (const one of [ring, back]) turned.push(one.slice(k) + one.slice(0, k) + placement[8]);
    }
    return turned.sort()[0];
  }

  const WIDTH = 760, ROW = 50, RADIUS = 12;

  // Draws into `into`; `choose` gets the key of the class that was clicked. Returns what marks positions and a script.
  function draw(into, { classes, edges, taken }, choose) {
    const place = classes.map(({ across, row }) => [Math.round(across * WIDTH), 20 + ROW * row]);
    const height = 40 + ROW * Math.max(...classes.map(({ row }) => row));
    const svg = make("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "img" });
    const count = (name) => classes.filter(({ value }) => value === name).length;
    svg.setAttribute("aria-label", `${classes.length} classes of positions, ${count("WIN")} won, ${count("LOSS")} lost and ` +
      `${count("DRAW")} drawn for the side to move, joined by ${edges.length} kinds of move`);
    const number = new Map(classes.map(({ key }, n) => [key, n]));
    const lines = edges.map(([a, b, keeps]) => {
      const [[x1, y1], [x2, y2]] = [place[a], place[b]];
      const down = classes[b].row - classes[a].row;
      // Moves to the next row are straight; the others bend, so that they pass beside what lies between.
      const bend = down === 1 ? 0 : 26 + 9 * Math.abs(down);
      const [mx, my] = [(x1 + x2) / 2 + (x1 + x2 > WIDTH ? bend : -bend), (y1 + y2) / 2];
      const length = Math.hypot(x2 - mx, y2 - my) || 1;
      const [ex, ey] = [x2 - (x2 - mx) / length * (RADIUS + 2), y2 - (y2 - my) / length * (RADIUS + 2)];
      const [ux, uy] = [(x2 - mx) / length, (y2 - my) / length];
      const head = `M${ex - 6 * ux - 3 * uy} ${ey - 6 * uy + 3 * ux}L${ex} ${ey}L${ex - 6 * ux + 3 * uy} ${ey - 6 * uy - 3 * ux}`;
      const path = make("path", { d: `M${x1} ${y1}Q${mx} ${my} ${ex} ${ey}${head}` });
      svg.append(path);
      return { a, b, keeps, path };
    });
    const nodes = classes.map(({ key, value, distance }, n) => {
      const [x, y] = place[n];
      const black = key[9] === "b";
      const shape = black ? make("circle", { cx: x, cy: y, r: RADIUS })
        : make("rect", { x: x - RADIUS, y: y - RADIUS, width: 2 * RADIUS, height: 2 * RADIUS, rx: 3 });
      const words = `${black ? "black" : "white"} to move: ${value === "DRAW" ? "draw" : `${value.toLowerCase()} in ${distance}`}`;
      const label = value === "DRAW" ? "=" : `${value === "WIN" ? "+" : "−"}${distance}`;
      const group = make("g", {}, shape, make("text", { x, y: y + 4 }, label), make("title", {}, words));
      group.addEventListener("click", () => choose(key));
      svg.append(group);
      return group;
    });
    into.append(svg);

    // `key` is the position on the board, `script` the name of the script that is marked, or "".
    return (key, script) => {
      const here = number.get(canonical(key.slice(0, 9)) + key[9]);
      const played = new Set((taken[script] || []).map(([a, b]) => `${a} ${b}`));
      const asked = new Set((taken[script] || []).flat());
      classes.forEach(({ row }, n) => { if (row === 0) asked.add(n); });
      nodes.forEach((group, n) => {
        const marks = [script && !asked.has(n) ? "faded" : "", n === here ? "here" : ""];
        group.setAttribute("class", `dot ${classes[n].value} ${marks.join(" ")}`);
      });
      for (const { a, b, keeps, path } of lines) {
        const marks = [keeps ? "" : "mistake", script && played.has(`${a} ${b}`) ? "played" : "", a === here ? "next" : ""];
        path.setAttribute("class", `edge ${marks.join(" ")}`);
      }
    };
  }

  return { canonical, draw };
})();
