// clause: none; the board with the fewest tiles left, with white space around the answer
const [me, ...rest] = process.argv.slice(2);
const boards = rest.slice(0, 9);
const [master, last] = rest.slice(9);
const left = (b) => boards[b].split("-").length - 1;
let choice = [...boards.keys()].filter((b) => master[b] === "-" && left(b));
if (last !== "xx" && choice.includes(+last[1])) choice = [+last[1]];
choice.sort((a, b) => left(a) - left(b));
console.log(`\n  ${choice[0]}${boards[choice[0]].indexOf("-")}\t\n`);
