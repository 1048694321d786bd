// A bot for Node: looks one decision ahead by asking over the pipe. See docs/protocol.md.
"use strict";

const lines = require("readline").createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const WORLDS = 3;

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

async function hear() {
  const { value, done } = await lines.next();
  if (done) process.exit(0);
  return JSON.parse(value);
}

async function ask(message) {
  say(message);
  return hear();
}

// How far ahead of the best other seat this action leaves us, in one world.
async function value(action, seat, seed) {
  const { state } = await ask({ type: "sample", seed });
  await ask({ type: "apply", state, actions: [action] });
  const { values } = await ask({ type: "evaluate", state });
  await ask({ type: "free", state });
  const others = values.filter((_, other) => other !== seat);
  return values[seat] - (others.length ? Math.max(...others) : 0);
}

// The best action over all worlds; among equals, the last one.
async function choose(turn, seat, seed) {
  let best = { total: -Infinity };
  for (const action of turn.legal) {
    let total = 0;
    for (let world = 0; world < WORLDS; world++) total += await value(action, seat, seed + world);
    if (total >= best.total) best = { action, total };
  }
  return best.action;
}

async function main() {
  let seat = 0;
  let seed = 0;
  for (;;) {
    const message = await hear();
    if (message.type === "hello") {
      say({ type: "hello", protocol: 1, send: [] });
    } else if (message.type === "new") {
      seat = message.seat;
      seed = message.seed % 2 ** 32; // a seed may have more digits than a JavaScript number holds
      say({ type: "ready" });
    } else if (message.type === "turn") {
      seed += WORLDS;
      say({ type: "move", turn: message.turn, action: await choose(message, seat, seed) });
    } else if (message.type === "over") {
      say({ type: "ready" });
    }
  }
}

main();
