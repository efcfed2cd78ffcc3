"use strict";
// Shows the matches of the page's data. Whatever came from a bot is put in as text, never as HTML.
const data = JSON.parse(document.getElementById("data").textContent);
const SIZE = 9;
const at = (id) => document.getElementById(id);

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== null) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// Of the boards, frames hold what a call changed; here is everything that is to be seen after it.
const LASTING = ["master", "full", "playable", "line", "next"];
function frames(match) {
  const tiles = Array(SIZE * SIZE).fill("-");
  match.opening.forEach((move, i) => { tiles[SIZE * +move[0] + +move[1]] = "XO"[i % 2]; });
  const seen = {};
  return match.frames.map((frame) => {
    if (frame.move !== undefined) tiles[SIZE * +frame.move[0] + +frame.move[1]] = frame.mark;
    for (const key of LASTING) if (frame[key] !== undefined) seen[key] = frame[key];
    return { ...frame, ...seen, tiles: [...tiles] };
  });
}

const cache = new Map();
function framesOf(index) {
  if (!cache.has(index)) cache.set(index, frames(data.matches[index]));
  return cache.get(index);
}

const boards = [];
for (let b = 0; b < SIZE; b++) {
  const board = element("div", null, { class: "board", role: "group" });
  const tiles = [];
  for (let t = 0; t < SIZE; t++) {
    const tile = element("div", null, { class: "tile" });
    tile.append(element("span", "·"));
    tiles.push(tile);
    board.append(tile);
  }
  boards.push({ board, tiles });
  at("boards").append(board);
}

function drawBoards(frame) {
  boards.forEach(({ board, tiles }, b) => {
    const winner = frame.master[b];
    const state = winner !== "-" ? winner : frame.full.includes(b) ? "full" : "open";
    const playable = frame.playable.includes(b);
    board.dataset.state = state;
    board.classList.toggle("playable", playable);
    board.classList.toggle("line", frame.line.includes(b));
    const told = { X: "won by X", O: "won by O", full: "full, nobody's", open: "open" }[state];
    board.setAttribute("aria-label", `board ${b}, ${told}${playable ? ", may be played in" : ""}`);
    tiles.forEach((tile, t) => {
      const mark = frame.tiles[SIZE * b + t];
      const just = frame.move === `${b}${t}`;
      tile.className = `tile ${mark === "-" ? "" : mark}${just ? " just" : ""}`;
      tile.firstChild.textContent = mark === "-" ? "·" : mark;
      tile.title = `${b}${t}`;
    });
  });
}

function drawCall(match, frame, ply) {
  const list = at("call");
  list.replaceChildren();
  const add = (name, text, kind) => {
    list.append(element("dt", name), element("dd", text, kind ? { class: kind } : {}));
  };
  add("ply", `${ply} of ${match.frames.length - 1}`);
  if (ply > 0) {
    add("bot", `${frame.mark} ${frame.mark === "X" ? match.x : match.o}`, frame.mark.toLowerCase());
    add("asked", "", "code");
    for (const word of frame.arguments.split(" ")) {
      list.lastChild.append(element("span", word), " ");
    }
    add("printed", frame.said, "code");
    if (frame.fault === undefined) add("move", `board ${frame.move[0]}, tile ${frame.move[1]}`);
    else add("fault", frame.fault, "fault");
    add("time", `${frame.seconds.toFixed(3)} s`);
    if (frame.ended !== undefined) add("end", frame.ended, "code");
    if (frame.stderr !== undefined) add("stderr", frame.stderr, "code");
  } else if (match.opening.length) {
    add("opening", match.opening.join(" "), "code");
  }
  const over = ply === match.frames.length - 1;
  const name = frame.next === "X" ? match.x : match.o;
  at("turn").textContent = over ? match.result : `${frame.next} ${name} is to move`;
  at("turn").className = over ? "" : frame.next.toLowerCase();
}

let shown = { match: -1, ply: 0 };

function listMoves(index) {
  const list = at("moves");
  list.replaceChildren();
  framesOf(index).slice(1).forEach((frame, i) => {
    const text = `${frame.mark} ${frame.fault === undefined ? frame.move : "-- " + frame.fault}`;
    const link = element("a", text, { href: `#${index + 1}/${i + 1}` });
    link.className = frame.fault === undefined ? frame.mark.toLowerCase() : "fault";
    const item = element("li", null);
    item.append(link);
    list.append(item);
  });
}

function showMatch(index, ply) {
  const match = data.matches[index];
  const all = framesOf(index);
  ply = Math.min(Math.max(ply, 0), all.length - 1);
  if (shown.match !== index) {
    at("name-x").textContent = match.x;
    at("name-o").textContent = match.o;
    at("result").textContent = match.result;
    at("slider").max = all.length - 1;
    listMoves(index);
  }
  shown = { match: index, ply };
  drawBoards(all[ply]);
  drawCall(match, all[ply], ply);
  at("slider").value = ply;
  for (const id of ["first", "back"]) at(id).disabled = ply === 0;
  for (const id of ["next", "last"]) at(id).disabled = ply === all.length - 1;
  const list = at("moves");
  for (const link of list.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
  if (ply > 0) {
    const link = list.children[ply - 1].firstChild;
    link.setAttribute("aria-current", "true");
    list.scrollTop = link.offsetTop - list.offsetTop - list.clientHeight / 2;
  } else {
    list.scrollTop = 0;
  }
}

function table(rows, heads) {
  const made = element("table", null);
  const head = element("tr", null);
  heads.forEach((text) => head.append(element("th", text)));
  made.append(head);
  for (const row of rows) {
    const line = element("tr", null);
    for (const cell of row) line.append(element("td", cell));
    made.append(line);
  }
  return made;
}

function showOverview() {
  at("title").textContent = data.title;
  if (at("matches").children.length) return;
  const heads = element("tr", null);
  for (const text of ["match", "X", "O", "result"]) heads.append(element("th", text, { class: "text" }));
  at("matches").append(heads);
  for (const { title, heads, rows } of data.tables) {
    const scroll = element("div", null, { class: "scroll" });
    scroll.append(table(rows, heads));
    at("tables").append(element("h2", title), scroll);
  }
  data.matches.forEach((match, index) => {
    const line = element("tr", null);
    const link = element("a", `${index + 1}`, { href: `#${index + 1}/0` });
    const number = element("td", null);
    number.append(link);
    const cell = (text, kind) => element("td", text, { class: `text ${kind}` });
    line.append(number, cell(match.x, "x"), cell(match.o, "o"), cell(match.result, ""));
    at("matches").append(line);
  });
}

function route() {
  const found = /^#(?:(\d+)\/)?(\d+)$/.exec(location.hash);
  const index = found ? (found[1] || 1) - 1 : 0;
  const one = data.matches.length === 1;
  const isMatch = (found || one) && index >= 0 && index < data.matches.length;
  at("overview").hidden = isMatch;
  at("match").hidden = !isMatch;
  at("up").hidden = one;
  if (isMatch) showMatch(index, found ? +found[2] : 0);
  else showOverview();
}

// Steps replace one another in the history, so that "back" leaves the match.
function go(ply) {
  if (at("match").hidden) return;
  const last = framesOf(shown.match).length - 1;
  const to = Math.min(Math.max(ply, 0), last);
  history.replaceState(null, "", `#${shown.match + 1}/${to}`);
  showMatch(shown.match, to);
}

const steps = { first: () => 0, back: () => shown.ply - 1, next: () => shown.ply + 1, last: () => Infinity };
for (const [id, ply] of Object.entries(steps)) at(id).addEventListener("click", () => go(ply()));
at("slider").addEventListener("input", () => go(+at("slider").value));
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last" };
document.addEventListener("keydown", (event) => {
  const step = keys[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  go(steps[step]());
});
window.addEventListener("hashchange", route);
route();
