// The board, the moves with their values, and the map of all positions.
function showMuTorere(data) {
  const NUMBER = [1, 2, 3, 6, 9, 8, 7, 4, 5]; // of the nodes 0-8, as the challenge numbers them
  const PLACE = NUMBER.map((n) => [10 + 40 * ((n - 1) % 3), 10 + 40 * Math.floor((n - 1) / 3)]);
  const COLOUR = { b: "black", w: "white", o: "empty" };
  const values = MuTorere.solve(data.placements);
  const replies = new Map();
  data.placements.forEach((placement, i) => [..."bw"].forEach((colour, k) => {
    const reply = data.replies[2 * i + k];
    if (reply !== "-") replies.set(placement + colour, Number(reply));
  }));
  let game = [{ placement: MuTorere.START, colour: "b" }];
  const here = () => game[game.length - 1];
  const moved = () => (game.length < 2 ? null
    : [here().placement.indexOf("o"), game[game.length - 2].placement.indexOf("o")]);
  const words = ({ value, distance }) => (value === "DRAW" ? "a draw"
    : value === "WIN" ? `a win in ${distance}` : distance ? `lost in ${distance}` : "lost: no move is left");

  const board = at("mt-board");
  const svg = make("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
  const lines = [];
  for (let n = 0; n < 8; n++) {
    for (const to of [(n + 1) % 8, 8]) {
      const [[x1, y1], [x2, y2]] = [PLACE[n], PLACE[to]];
      const line = make("line", { x1, y1, x2, y2 });
      lines.push([n, to, line]);
      svg.append(line);
    }
  }
  board.append(svg);
  const nodes = PLACE.map(([x, y], node) => {
    const button = make("button", { type: "button" }, String(NUMBER[node]));
    button.style.left = `${x}%`;
    button.style.top = `${y}%`;
    button.addEventListener("click", () => play(node));
    return button;
  });
  NUMBER.map((n, node) => [n, node]).sort((a, b) => a[0] - b[0]).forEach(([, node]) => board.append(nodes[node]));

  // Who answers now: a node, or null when a person is to move.
  function answer({ placement, colour }) {
    const mode = at("mt-mode").value;
    if (mode === "both" || !MuTorere.legalMoves(placement, colour).length) return null;
    if (mode.startsWith("script:")) {
      if (colour === "b") return null;
      const said = data.policies[mode.slice(7)][placement];
      return said === undefined ? replies.get(placement + colour) : said;
    }
    return colour === mode ? null : replies.get(placement + colour);
  }

  function step(node) {
    const { placement, colour } = here();
    game.push({ placement: MuTorere.apply(placement, node), colour: MuTorere.other(colour) });
  }

  function play(node) {
    if (!MuTorere.legalMoves(here().placement, here().colour).includes(node)) return;
    step(node);
    const reply = answer(here());
    if (reply !== null) step(reply);
    draw();
  }

  function draw() {
    const { placement, colour } = here();
    const legal = MuTorere.legalMoves(placement, colour);
    const known = values.get(placement + colour);
    const hints = at("mt-hints").getAttribute("aria-pressed") === "true";
    const last = moved();
    for (const [a, b, line] of lines) line.setAttribute("class", last && last.includes(a) && last.includes(b) ? "last" : "");
    nodes.forEach((button, node) => {
      const can = legal.includes(node);
      button.className = placement[node] + (can ? " legal" : "");
      button.disabled = !can;
      button.setAttribute("aria-label", `node ${NUMBER[node]}, ${COLOUR[placement[node]]}${can ? ", may move" : ""}`);
    });
    const who = `${COLOUR[colour][0].toUpperCase()}${COLOUR[colour].slice(1)} to move`;
    at("mt-state").textContent = legal.length ? `${who}${hints ? `: ${words(known)}` : ""}.`
      : `${who} and cannot: ${COLOUR[MuTorere.other(colour)]} has won.`;
    at("mt-moves").replaceChildren(...legal.map((node) => [NUMBER[node], node]).sort((a, b) => a[0] - b[0]).map(([number, node]) => {
      const after = values.get(MuTorere.apply(placement, node) + MuTorere.other(colour));
      const kind = { WIN: "loss", DRAW: "draw", LOSS: "win" }[after.value];
      const plies = after.distance === null ? "" : ` in ${after.distance + 1}`;
      const scripts = colour === "w" ? Object.entries(data.policies).filter(([, p]) => p[placement] === node).map(([n]) => ` ← ${n}`) : [];
      const button = make("button", { type: "button", class: hints ? kind : "" }, `${number}${hints ? `: ${kind}${plies}${scripts.join("")}` : ""}`);
      button.addEventListener("click", () => play(node));
      return button;
    }));
    at("mt-undo").disabled = game.length < 2;
    drawMap();
  }

  // The map: a row of dots for each value and distance.
  const groups = new Map();
  for (const placement of data.placements) {
    for (const colour of "bw") {
      const known = values.get(placement + colour);
      const name = known.value === "DRAW" ? "draw" : `${known.value.toLowerCase()} in ${known.distance}`;
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push({ placement, colour, ...known });
    }
  }
  const order = [...groups.keys()].sort((a, b) => (a === "draw") - (b === "draw") || Number(a.split(" ")[2]) - Number(b.split(" ")[2]));
  const dots = new Map();
  const PER_ROW = at("mt-map").clientWidth < 480 ? 24 : 44, STEP = 11; // few on a phone: a finger has to hit them
  const map = make("svg", { role: "img" });
  let y = 14;
  for (const name of order) {
    const members = groups.get(name);
    map.append(make("text", { x: 0, y }, `${name}: ${members.length} positions`));
    y += 10;
    members.forEach((position, i) => {
      const dot = make("circle", { cx: 6 + STEP * (i % PER_ROW), cy: y + STEP * Math.floor(i / PER_ROW), r: 4.2 });
      dot.addEventListener("click", () => { game = [{ placement: position.placement, colour: position.colour }]; draw(); });
      dots.set(position.placement + position.colour, { dot, position });
      map.append(dot);
    });
    y += STEP * Math.ceil(members.length / PER_ROW) + 8;
  }
  map.setAttribute("viewBox", `0 0 ${STEP * PER_ROW + 4} ${y}`);
  map.setAttribute("aria-label", `All positions: ${order.map((name) => `${groups.get(name).length} ${name}`).join(", ")}`);
  at("mt-map").append(map);
  const markGraph = MuTorereGraph.draw(at("mt-graph"), data.graph, (key) => {
    game = [{ placement: key.slice(0, 9), colour: key[9] }];
    draw();
  });

  const wide = at("mt-graph").parentElement; // on a phone the graph is scrolled, and the start stands in its middle
  wide.scrollLeft = (wide.scrollWidth - wide.clientWidth) / 2;

  function drawMap() {
    const policy = data.policies[at("mt-policy").value];
    const { placement, colour } = here();
    markGraph(placement + colour, at("mt-policy").value);
    const next = new Set(MuTorere.legalMoves(placement, colour).map((n) => MuTorere.apply(placement, n) + MuTorere.other(colour)));
    const asked = new Set();
    if (policy) {
      for (const [p, node] of Object.entries(policy)) { asked.add(`${p}w`); asked.add(`${MuTorere.apply(p, node)}b`); }
    }
    for (const [key, { dot, position }] of dots) {
      const marks = [policy && !asked.has(key) ? "faded" : "", key === placement + colour ? "here" : next.has(key) ? "next" : ""];
      dot.setAttribute("class", `dot ${position.value} ${marks.join(" ")}`);
    }
    let said = "The framed dot is the position on the board; those with a thin frame can follow.";
    if (policy) {
      const won = Object.keys(policy).filter((p) => values.get(`${p}w`).value === "WIN").length;
      const kept = Object.entries(policy).filter(([p, n]) => {
        const mine = values.get(`${p}w`).value, after = values.get(`${MuTorere.apply(p, n)}b`).value;
        return { WIN: "LOSS", DRAW: "DRAW", LOSS: "WIN" }[mine] === after;
      }).length;
      const total = Object.keys(policy).length;
      said += ` ${at("mt-policy").value} was asked in ${total} positions. In ${won} of them the human has made a mistake and the script can win. ${kept} of its ${total} answers keep the value.`;
    }
    at("mt-legend").textContent = said;
  }

  function restart() {
    game = [{ placement: MuTorere.START, colour: "b" }];
    const reply = answer(here());
    if (reply !== null) step(reply);
    draw();
  }
  at("mt-start").addEventListener("click", restart);
  at("mt-mode").addEventListener("change", restart);
  at("mt-policy").addEventListener("change", drawMap);
  at("mt-undo").addEventListener("click", () => {
    game.pop();
    while (game.length > 1 && answer(here()) !== null) game.pop();
    draw();
  });
  at("mt-hints").addEventListener("click", () => {
    at("mt-hints").setAttribute("aria-pressed", at("mt-hints").getAttribute("aria-pressed") !== "true");
    draw();
  });
  draw();
}
