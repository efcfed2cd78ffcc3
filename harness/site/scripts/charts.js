// Line charts and bars as SVG. Lines differ in dash as well as in colour.
const COLOURS = ["var(--won)", "var(--drawn)", "var(--lost)", "var(--accent)", "var(--ink)"];
const DASHES = ["", "7 4", "2 3", "10 3 2 3", "1 5"];

// How the line with this number is drawn; the first 25 all differ.
const look = (i) => ({ stroke: COLOURS[i % 5], "stroke-dasharray": DASHES[(i + Math.floor(i / 5)) % 5] });

// The chart in an element. `lines` are [name, [[x, y], ...], stepped]; `x` and `y` have from, to, ticks, log, label.
function chart(into, title, lines, x, y, height = 260) {
  const [width, left, bottom] = [480, 54, 36];
  const scale = (axis, low, high) => (value) => {
    const f = axis.log ? Math.log : (v) => v;
    return low + (f(value) - f(axis.from)) / (f(axis.to) - f(axis.from)) * (high - low);
  };
  const [sx, sy] = [scale(x, left, width - 28), scale(y, height - bottom, 12)];
  const said = lines.map(([name, points]) => `${name} ends at ${y.show(points[points.length - 1][1])}`).join(", ");
  const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${title}: ${said}` });
  for (const tick of x.ticks) {
    svg.append(make("line", { class: "axis", x1: sx(tick), x2: sx(tick), y1: 12, y2: height - bottom }));
    const anchor = x.ticks.length > 2 ? "middle" : tick === x.to ? "end" : "start";
    svg.append(make("text", { x: sx(tick), y: height - bottom + 15, "text-anchor": anchor }, x.show(tick)));
  }
  for (const tick of y.ticks) {
    svg.append(make("line", { class: "axis", x1: left, x2: width - 28, y1: sy(tick), y2: sy(tick) }));
    svg.append(make("text", { x: left - 5, y: sy(tick) + 4, "text-anchor": "end" }, y.show(tick)));
  }
  svg.append(make("text", { x: (left + width) / 2, y: height - 4, "text-anchor": "middle" }, x.label));
  const key = make("ul", { class: "key" });
  lines.forEach(([name, points, stepped], i) => {
    const path = points.map(([px, py], n) => {
      const here = `${sx(px).toFixed(1)} ${sy(py).toFixed(1)}`;
      return n === 0 ? `M${here}` : stepped ? `H${sx(px).toFixed(1)}V${sy(py).toFixed(1)}` : `L${here}`;
    }).join("");
    svg.append(make("path", { d: path, fill: "none", "stroke-width": 2, ...look(i) }));
    const swatch = make("svg", { viewBox: "0 0 34 8", "aria-hidden": "true" });
    swatch.append(make("line", { x1: 0, x2: 34, y1: 4, y2: 4, "stroke-width": 3, ...look(i) }));
    key.append(make("li", {}, swatch, name));
  });
  into.replaceChildren(...(title ? [make("h3", {}, title)] : []), svg, key);
}

const percent = (value) => `${Math.round(100 * value)} %`;
const SHARES = { from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1], show: percent };

function showHistory(scores) {
  const changed = scores.filter((row) => row.history.length > 0);
  if (!at("history") || !changed.length) return;
  const days = changed.flatMap((row) => row.history.map(([date]) => Date.parse(date)));
  const [from, to] = [Math.min(...days), Math.max(...days) + 86400000];
  const most = Math.max(...changed.flatMap((row) => row.history.map(([, size]) => size)));
  const top = Math.ceil(most / 100) * 100;
  const lines = changed.map((row) => {
    const points = row.history.map(([date, size], n) => [Date.parse(date) + n / row.history.length * 86400000, size]);
    return [`${row.name} ${row.bytes}`, [...points, [to, row.bytes]], true];
  });
  const ticks = Array.from({ length: top / 100 + 1 }, (_, i) => 100 * i);
  const date = (time) => new Date(time).toISOString().slice(0, 10);
  chart(at("history"), "Bytes over time", lines,
    { from, to, ticks: [from, to], show: (time) => date(time === to ? to - 1 : time), label: "date" },
    { from: 0, to: top, ticks, show: (v) => String(Math.round(v)) }, 320);
}

function showCurves(curves) {
  for (const [name, curve] of Object.entries(curves.opponents)) {
    const into = make("div", { class: "chart" });
    at("curves").append(into);
    const lines = ["won", "drawn", "lost"].map((key) => [key, curve.games.map((g, i) => [g, curve[key][i]])]);
    const ticks = [1, 10, 100, 1000].filter((tick) => tick <= curves.games);
    const against = name === "menace" ? "against a second MENACE" : `against the ${name} player`;
    chart(into, `MENACE ${against}`, lines,
      { from: 1, to: curves.games, log: true, ticks, show: String, label: "game" }, SHARES);
  }
}

function showPower(power) {
  const lines = Object.entries(power.games).map(([n, chances]) => [`${n} games`, power.rates.map((rate, i) => [rate, chances[i]])]);
  chart(at("power-chart"), "", lines,
    { from: 0.001, to: 0.5, log: true, ticks: [0.001, 0.01, 0.1, 0.5], show: (v) => `${100 * v} %`, label: "share of games with the error" }, SHARES);
}

function showDraws(power) {
  const refused = Object.entries(power.refused).map(([draws, found]) => [`${draws} draws`, power.shares.map((share, i) => [share, found[i]])]);
  chart(at("refused-chart"), "", refused, { ...SHARES, label: "share of unfair draws" }, SHARES);
  const fair = [[0, 0], ...power.fair.map((p, i) => [p, (i + 1) / power.fair.length]), [1, 1]];
  chart(at("fair-chart"), "", [["fair machines", fair], ["as it should be", [[0, 0], [1, 1]]]], { ...SHARES, label: "p-value" }, SHARES);
}

// Ratings with their error bars.
function showRatings(ratings) {
  const low = Math.min(...ratings.map((r) => r.elo - r.error)), high = Math.max(...ratings.map((r) => r.elo + r.error));
  const short = (name) => (name.length > 22 ? `${name.slice(0, 21)}…` : name);
  const labels = ratings.map((r) => `${short(r.name)} ${r.elo > 0 ? "+" : ""}${r.elo}`);
  const left = 16 + 8.2 * Math.max(...labels.map((label) => label.length));  // at a phone's size
  const sx = (elo) => left + (elo - low) / (high - low || 1) * (460 - left);
  const said = ratings.map((r) => `${r.name} ${r.elo} plus or minus ${r.error}`).join(", ");
  const svg = make("svg", { viewBox: `0 0 480 ${30 * ratings.length + 10}`, role: "img", "aria-label": `Ratings: ${said}` });
  ratings.forEach((r, i) => {
    const y = 20 + 30 * i;
    svg.append(make("text", { x: left - 8, y: y + 4, "text-anchor": "end" }, labels[i]));
    svg.append(make("line", { x1: sx(r.elo - r.error), x2: sx(r.elo + r.error), y1: y, y2: y, stroke: "var(--accent)", "stroke-width": 2 }));
    svg.append(make("circle", { cx: sx(r.elo), cy: y, r: 5, fill: "var(--accent)" }));
  });
  at("ratings").replaceChildren(svg);
}
