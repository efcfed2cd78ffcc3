// MENACE on the page: a board to play on, the boxes, and the curve of this machine.
function showMenace() {
  const NAMES = ["top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right"];
  let machine, board, results, lastUsed, timer = null, stage = 4;
  const squares = NAMES.map((name, square) => {
    const button = make("button", { type: "button" });
    button.addEventListener("click", () => human(square));
    at("me-board").append(button);
    return button;
  });
  for (let i = 0; i < 5; i++) { // the last shows the boxes of all stages
    const name = i < 4 ? `Move ${i + 1}` : `All ${Menace.PICTURES.length}`;
    const button = make("button", { type: "button", "aria-pressed": i === stage }, name);
    button.addEventListener("click", () => {
      stage = i;
      [...at("me-stages").children].forEach((other, k) => other.setAttribute("aria-pressed", k === i));
      drawBoxes();
    });
    at("me-stages").append(button);
  }

  function newMachine() {
    machine = new Menace.Machine(Math.random);
    results = "";
    newGame();
  }

  function newGame() {
    // A game that is broken off teaches nothing: its beads go back as after a draw.
    if (machine.draws.length) machine.learn(null);
    board = Menace.EMPTY;
    lastUsed = [];
    answer("MENACE begins.");
  }

  function answer(said) {
    board = Menace.place(board, machine.move(board));
    const last = machine.draws[machine.draws.length - 1];
    lastUsed = machine.draws.slice();
    if (last && Menace.free(board).length) said = `${said} It drew from box ${last.box + 1}, which had ${last.before} beads.`;
    finish(`${said} Your move.`);
  }

  function human(square) {
    if (Menace.over(board) || board[square] !== "-") return;
    board = Menace.place(board, square);
    if (Menace.over(board)) finish("");
    else answer("");
  }

  function finish(said) {
    if (Menace.over(board)) {
      const wonBy = Menace.winner(board);
      lastUsed = machine.learn(wonBy);
      results += wonBy || "-";
      const how = { X: "MENACE has won: a bead more in each box that it used.", O: "You have won: the beads it drew are gone." };
      said = how[wonBy] || "A draw: the beads are back in their boxes.";
    }
    at("me-state").textContent = said.trim();
    draw();
  }

  function draw() {
    const done = Menace.over(board);
    squares.forEach((button, square) => {
      const mark = board[square];
      button.textContent = mark === "-" ? "" : mark;
      button.className = mark === "-" ? "" : mark;
      button.disabled = done || mark !== "-";
      button.setAttribute("aria-label", `${NAMES[square]}, ${mark === "-" ? "empty" : mark}`);
    });
    drawBoxes();
    drawCurve();
  }

  function drawBoxes() {
    const used = new Map(lastUsed.map(({ box, before }) => [box, before]));
    const here = Menace.PICTURES.map((picture, box) => [picture, box]).filter(([picture]) => stage === 4 || 9 - Menace.free(picture).length === 2 * stage);
    here.sort((a, b) => used.has(b[1]) - used.has(a[1]) || a[1] - b[1]);
    at("me-boxes").replaceChildren(...here.map(([picture, box]) => {
      const beads = machine.contents[box];
      const grid = make("div", { "aria-hidden": "true" });
      for (let square = 0; square < 9; square++) {
        const mark = picture[square];
        grid.append(mark === "-" ? make("span", {}, String(beads.filter((bead) => bead === square).length)) : make("b", { class: mark }, mark));
      }
      const counts = Menace.free(picture).map((s) => `${NAMES[s]} ${beads.filter((bead) => bead === s).length}`).join(", ");
      return make("div", { class: used.has(box) ? "box used" : "box", role: "img", "aria-label": `box ${box + 1}, beads: ${counts}` },
        make("p", {}, make("span", {}, String(box + 1)), make("span", {}, `${beads.length}`)), grid);
    }));
  }

  function drawCurve() {
    const parts = Math.min(40, Math.ceil(results.length / 10)); // ten games a point, lest one game be 100 %
    if (!parts) { at("me-curve").replaceChildren(); return; }
    const share = (mark, i) => {
      const part = results.slice(Math.floor(results.length * i / parts), Math.floor(results.length * (i + 1) / parts));
      return [...part].filter((r) => r === mark).length / part.length;
    };
    const lines = [["won", "X"], ["drawn", "-"], ["lost", "O"]].map(([name, mark]) =>
      [name, Array.from({ length: parts }, (_, i) => [1 + i * results.length / parts, share(mark, i)])]);
    const to = Math.max(2, results.length);
    chart(at("me-curve"), `This machine: ${results.length} games`, lines, { from: 1, to, ticks: [1, to], show: (v) => String(Math.round(v)), label: "game" }, SHARES, 180);
  }

  function train(games) {
    if (machine.draws.length) machine.learn(null);
    for (let i = 0; i < games; i++) {
      const { wonBy, used } = Menace.playGame(machine, at("me-opponent").value, Math.random);
      results += wonBy || "-";
      lastUsed = used;
    }
    board = Menace.EMPTY;
    const opponent = at("me-opponent").value;
    at("me-state").textContent = `${results.length} games played, the last ${games} against the ${opponent} player. Press New game to play against it.`;
    squares.forEach((button) => { button.disabled = true; button.textContent = ""; });
    drawBoxes();
    drawCurve();
  }

  at("me-new").addEventListener("click", newGame);
  at("me-reset").addEventListener("click", newMachine);
  for (const button of document.querySelectorAll("[data-games]")) button.addEventListener("click", () => train(Number(button.dataset.games)));
  at("me-run").addEventListener("click", () => {
    if (timer === null) timer = setInterval(() => train(5), 300);
    else { clearInterval(timer); timer = null; }
    at("me-run").setAttribute("aria-pressed", timer !== null);
    at("me-run").textContent = timer === null ? "Run" : "Stop";
  });
  newMachine();
}
