// clause: mu_torere/end; throws when the human leaves the putahi
const P = [..."wwwwbbbbo"]; // kewai clockwise from the top left, then the putahi

function show() {
  const [a, b, c, d, e, f, g, h, o] = P;
  console.log(`${a}-${b}-${c}\n|\\|/|\n${h}-${o}-${d}\n|/|\\|\n${g}-${f}-${e}`);
}

function legal(own, other) {
  const hole = P.indexOf("o");
  return [5, 6, 3, 0, 1, 2, 7, 4, 8].filter((n) => {
    const beside = [(n + 7) % 8, (n + 1) % 8];
    const enters = hole === 8 && beside.some((m) => P[m] === other);
    return P[n] === own && (n === 8 || beside.includes(hole) || enters);
  });
}

function slide(n) {
  P[P.indexOf("o")] = P[n];
  P[n] = "o";
  show();
}

show();
const input = require("readline").createInterface({ input: process.stdin });
input.on("line", (line) => {
  if (line === "5") throw new Error("the putahi is sacred");
  slide("123698745".indexOf(line));
  slide(legal("w", "b")[0]);
  if (!legal("b", "w").length) input.close();
});
