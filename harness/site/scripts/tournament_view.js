// Ratings, and a match stepped through or played by itself.
function showTournament(data) {
  showRatings(data.ratings);
  const select = at("match"), slider = at("match-at"), list = at("match-moves");
  data.matches.forEach((match, i) => select.append(make("option", { value: i }, `${i + 1}: ${match.x} (X) and ${match.o} (O)`)));
  let timer = null;
  const match = () => data.matches[Number(select.value)];
  const all = () => [...match().opening.map((move, i) => ({ mark: "XO"[i % 2], move })), ...match().moves];

  function draw() {
    const ply = Number(slider.value), moves = all().slice(0, ply);
    const { tiles, master, playable, winner } = Meta.after(moves);
    const last = moves[ply - 1];
    at("match-boards").replaceChildren(...tiles.map((cells, board) => {
      const kind = `${playable.includes(board) && ply < all().length ? "due " : ""}${master[board] === "-" ? "" : `won${master[board]}`}`;
      return make("div", { class: kind }, ...[...cells].map((mark, tile) =>
        make("span", { class: `${mark === "-" ? "" : mark}${last && last.move === `${board}${tile}` ? " just" : ""}` }, mark === "-" ? "·" : mark)));
    }));
    const name = last && (last.mark === "X" ? match().x : match().o);
    const did = !last ? "The empty boards." : last.move === null ? `${last.mark}, ${name}: ${last.fault}.`
      : `${last.mark}, ${name}, plays board ${last.move[0]}, tile ${last.move[1]}.`;
    at("match-state").textContent = `${ply} of ${all().length}. ${did}${ply === all().length ? ` ${match().result}` : ""}`;
    at("match-boards").setAttribute("aria-label", `The nine boards; won: ${[...master].map((m, b) => (m === "-" ? "" : `${b} by ${m}`)).filter(Boolean).join(", ") || "none"}${winner ? `; ${winner} has won` : ""}`);
    [...list.children].forEach((item, i) => {
      if (i === ply - 1) item.firstChild.setAttribute("aria-current", "step");
      else item.firstChild.removeAttribute("aria-current");
    });
  }

  function go(ply) {
    slider.value = Math.min(Math.max(ply, 0), all().length);
    draw();
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    at("match-play").setAttribute("aria-pressed", false);
    at("match-play").textContent = "Play";
  }

  function open() {
    stop();
    slider.max = all().length;
    list.replaceChildren(...all().map(({ mark, move }, i) => {
      const button = make("button", { type: "button" }, `${mark} ${move === null ? "--" : move}`);
      button.addEventListener("click", () => go(i + 1));
      return make("li", {}, button);
    }));
    go(0);
  }

  select.addEventListener("change", open);
  slider.addEventListener("input", draw);
  at("match-first").addEventListener("click", () => go(0));
  at("match-back").addEventListener("click", () => go(Number(slider.value) - 1));
  at("match-next").addEventListener("click", () => go(Number(slider.value) + 1));
  at("match-play").addEventListener("click", () => {
    if (timer !== null) { stop(); return; }
    if (Number(slider.value) === all().length) go(0);
    at("match-play").setAttribute("aria-pressed", true);
    at("match-play").textContent = "Stop";
    timer = setInterval(() => {
      go(Number(slider.value) + 1);
      if (Number(slider.value) === all().length) stop();
    }, 700);
  });
  open();
}
