"use strict";
// One game, played back. The data is deflated JSON: arena/report/replay.py says what is in it.

const SHAPES = [
  '<circle r="10"/>', '<rect x="-9" y="-9" width="18" height="18" rx="2"/>',
  '<path d="M0-12 12 9H-12Z"/>', '<path d="M0-13 12 0 0 13-12 0Z"/>',
];
const DASHES = ["", "9 3", "3 3", "10 3 3 3"];
const ICONS = { play: "M5 2v16l12-8z", pause: "M4 2h4v16H4zM12 2h4v16h-4z" };
const SMALL = 700; // a board narrower than this is not enlarged to fit
const TEN = 10, ZOOM = 1.25, LEAST_ZOOM = 0.4, MOST_ZOOM = 5;
const byId = (id) => document.getElementById(id);
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const signed = (share) => `${share < 0 ? "−" : "+"}${Math.abs(100 * share).toFixed(1)}`;

let data, view, step = 0, timer = null, zoom = 1, tab = "scores";
const shown = new Map(); // region -> number of the piece in it
const judged = new Map(); // decision -> what the search thinks of it

// ---- small helpers

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function mark(seat) {
  const holder = element("span", { class: `holder seat${seat}` });
  const low = seat === 2 ? 6 : 4;
  holder.innerHTML = `<svg class="mark" viewBox="-14 -14 28 28" aria-hidden="true" fill="currentColor">${SHAPES[seat]}` +
    `<text y="${low}">${seat}</text></svg>`;
  return holder;
}

function lastAt(track, at) { // the value of a list step, value, step, value ... at a step
  let low = 0, high = track.length / 2 - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (track[2 * middle] <= at) low = middle; else high = middle - 1;
  }
  return track[2 * low + 1];
}

const last = () => data.movers.length;
const botOf = (seat) => data.seats[seat].bot;
const points = (score) => String(Math.round(score * 100) / 100);
const worth = (score) => `${points(score)} ${score === 1 ? "point" : "points"}`;
const startsTurn = (at) => at === 0 || at === last() || data.movers[at] !== data.movers[at - 1];
const faultOf = (seat) => data.faults.find((fault) => fault.seat === seat);
const isStandIn = (decision) => {
  const fault = faultOf(data.movers[decision]);
  return fault !== undefined && decision >= fault.decision;
};

// ---- the board

function layBoard() {
  byId("board").innerHTML = data.frame;
  byId("board").querySelector("svg")?.setAttribute("aria-hidden", "true"); // what it says is the name of the board
  shown.clear();
}

function drawBoard() {
  for (const [region, track] of Object.entries(view.regions)) {
    const piece = lastAt(track, step);
    if (shown.get(region) === piece) continue;
    document.getElementById(region).innerHTML = data.pieces[piece];
    shown.set(region, piece);
  }
  byId("board").setAttribute("aria-label", data.pieces[lastAt(view.captions, step)] || "Board");
  setZoom(zoom);
}

function overlayOf(svg) {
  const found = svg.querySelector(".rings") || document.createElementNS(svg.namespaceURI, "g");
  found.setAttribute("class", "rings");
  svg.append(found);
  return found;
}

function ringTargets() {
  const svg = byId("board").querySelector("svg");
  if (!svg) return;
  const overlay = overlayOf(svg), frame = svg.getBoundingClientRect();
  const scale = svg.viewBox.baseVal.width / (frame.width || 1);
  overlay.replaceChildren();
  for (const target of step === 0 ? [] : view.targets[step - 1]) {
    const found = svg.querySelector(`[data-target="${CSS.escape(target)}"]`);
    if (!found) continue;
    const box = found.getBoundingClientRect();
    const ring = document.createElementNS(svg.namespaceURI, "rect");
    const sizes = { x: (box.left - frame.left) * scale - 3, y: (box.top - frame.top) * scale - 3,
      width: box.width * scale + 6, height: box.height * scale + 6, rx: 7, class: "ring" };
    for (const [key, value] of Object.entries(sizes)) ring.setAttribute(key, value);
    overlay.append(ring);
  }
}

function setZoom(wanted) {
  zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, wanted));
  const svg = byId("board").querySelector("svg");
  if (svg) {
    svg.style.maxWidth = "none";
    svg.style.width = `${100 * zoom}%`;
    if (zoom === 1) svg.style.maxWidth = `${svg.viewBox.baseVal.width * (svg.viewBox.baseVal.width < SMALL ? 1 : 1.25)}px`;
  } else byId("board").style.fontSize = `${zoom}em`;
  ringTargets();
}

// ---- this decision

function drawNow() {
  const now = byId("now");
  byId("where").textContent = step === 0 ? `Start, ${last()} decisions follow` : `Decision ${step} of ${last()}`;
  now.replaceChildren();
  if (step > 0) now.append(...decisionParts(step - 1));
  else now.append("Before the first decision.");
  if (step === last()) now.append(element("p", { class: "note" }, outcome()));
}

function decisionParts(decision) {
  const seat = data.movers[decision];
  const parts = [element("div", { class: "who" }, mark(seat), `seat ${seat}, ${botOf(seat)}`),
    element("div", { class: "did" }, view.words[decision])];
  if (isStandIn(decision)) parts.push(faultNote(faultOf(seat)));
  if (judged.has(decision)) parts.push(...judgedParts(judged.get(decision)));
  if (data.explanations[decision]) parts.push(explanationTable(data.explanations[decision]));
  return parts;
}

function faultNote(fault) {
  const words = `A random stand-in moves for this bot since decision ${fault.decision + 1} (${fault.kind}` +
    `${fault.message ? `: ${fault.message}` : ""}).`;
  const note = element("div", { class: "note" }, words);
  if (fault.detail) note.append(element("pre", {}, fault.detail));
  return note;
}

function judgedParts(it) {
  const gain = it.after[it.seat] - it.before[it.seat];
  const words = element("p", { class: "caption" }, "The choice changed the mover's chance of finishing first by ",
    change(gain), " points.");
  if (it.best) {
    const better = it.best[1 + it.seat] - it.after[it.seat];
    words.append(better > 0.0005 ? ` Better: ${it.best[0]} (` : ` Next best: ${it.best[0]} (`, change(better), ").");
  }
  if (it.luck) words.append(" Luck after it: ", ...it.luck.flatMap((luck, seat) => [seat ? ", " : "", `seat ${seat} `, change(luck)]), ".");
  return [chanceBars(it.after), words];
}

function change(share) {
  return element("span", { class: share < -0.0005 ? "down" : share > 0.0005 ? "up" : "" }, signed(share));
}

function chanceBars(chances) {
  const bars = element("div", { class: "bars", role: "img",
    "aria-label": `chances of finishing first: ${chances.map((it, seat) => `seat ${seat} ${percent(it)}`).join(", ")}` });
  chances.forEach((chance, seat) => {
    const bar = element("span", { class: `seat${seat}` }, element("i", { style: `width:${100 * chance}%` }));
    bars.append(mark(seat), bar, element("span", {}, percent(chance)));
  });
  return bars;
}

function explanationTable(said) {
  const row = (cells, name) => element("tr", {}, ...cells.map((cell) => element(name, {}, cell)));
  const table = element("table", {}, element("caption", {}, "What the bot thought"),
    element("thead", {}, row(said.head, "th")), element("tbody", {}, ...said.rows.map((cells) => row(cells, "td"))));
  return element("div", { class: "scroll" }, table);
}

function outcome() {
  const first = data.seats.map((it, seat) => (it.rank === 1 ? `seat ${seat}, ${it.bot}` : "")).filter(Boolean);
  return first.length === 1 ? `${first[0]} won` : `${first.join(" and ")} share the first place`;
}

// ---- the list of decisions

function layList() {
  const parts = [];
  data.movers.forEach((seat, decision) => {
    if (startsTurn(decision)) parts.push(element("h3", {}, mark(seat), `seat ${seat}, ${botOf(seat)}`));
    const link = element("a", { href: `#d${decision + 1}`, id: `d${decision + 1}`, tabindex: -1 },
      element("span", {}, String(decision + 1)), element("span", {}, view.words[decision]));
    if (isStandIn(decision)) link.classList.add("stand-in");
    for (const flag of flagsOf(decision)) link.append(element("span", { class: "flag", title: flag }, "●", element("span", { class: "sr" }, flag)));
    parts.push(link);
  });
  byId("list").replaceChildren(...parts);
}

function flagsOf(decision) {
  return marks().filter((it) => it.kind !== "score" && it.step === decision + 1).map((it) => it.words);
}

function drawList() {
  const list = byId("list"), old = list.querySelector("[aria-current]");
  if (old) old.removeAttribute("aria-current");
  const link = step > 0 ? byId(`d${step}`) : null;
  if (!link) { list.scrollTop = 0; return; }
  link.setAttribute("aria-current", "step");
  const above = link.offsetTop - list.scrollTop;
  if (above < 40 || above > list.clientHeight - 40) list.scrollTop = link.offsetTop - list.clientHeight / 2;
}

// ---- marks on the line

function marks() {
  const found = [];
  for (let at = 1; at <= last(); at++)
    if (view.scores[at].some((score, seat) => score !== view.scores[at - 1][seat]))
      found.push({ step: at, kind: "score", words: "points change" });
  for (const fault of data.faults)
    found.push({ step: Math.min(fault.decision + 1, last()), kind: "fault", words: `fault of seat ${fault.seat}: ${fault.kind}` });
  if (view.triggered !== null) found.push({ step: view.triggered, kind: "end", words: "the end of the game is triggered" });
  for (const kind of ["mistake", "stroke"])
    for (const decision of (data.analysis && data.analysis[`${kind}s`]) || [])
      found.push({ step: decision + 1, kind, words: kind === "mistake" ? "large mistake" : "stroke of luck" });
  return found.sort((a, b) => a.step - b.step);
}

function layMarks() {
  const SHAPE = { fault: "M-5 1 5 11M5 1-5 11", end: "M-5 0V14M-5 0H6V7H-5", mistake: "M-6 1H6L0 12Z", stroke: "M0 0 6 6 0 12-6 6Z" };
  const inset = 8, width = byId("slider").clientWidth || 1;
  const x = (at) => inset + ((width - 2 * inset) * at) / (last() || 1);
  byId("marks").setAttribute("viewBox", `0 0 ${width} 20`);
  byId("marks").innerHTML = marks().map((it) => (it.kind === "score"
    ? `<line class="tick" x1="${x(it.step)}" x2="${x(it.step)}" y1="14" y2="20"/>`
    : `<g data-step="${it.step}" class="${it.kind}" transform="translate(${x(it.step)} 2)"><title>${it.words} (decision ${it.step})</title>` +
      `<path d="${SHAPE[it.kind]}" stroke="currentColor" class="${it.kind}" stroke-width="${it.kind === "fault" ? 3 : 1}"/></g>`)).join("");
}

// ---- curves

function layTabs() {
  const chances = data.analysis && data.analysis.decisions.length > 0;
  const tabs = [["scores", "Points"], ...(chances ? [["chances", "Chances of finishing first"]] : [])];
  if (chances) tab = "chances";
  byId("tabs").replaceChildren(...tabs.map(([name, words]) => {
    const button = element("button", { type: "button", role: "tab", "aria-selected": name === tab, "data-tab": name }, words);
    button.onclick = () => {
      tab = name;
      for (const other of byId("tabs").children) other.setAttribute("aria-selected", other === button);
      drawCurve();
    };
    return button;
  }));
}

function drawCurve() {
  const width = Math.max(280, byId("curve").clientWidth), height = 190, left = 34, right = 74, top = 8, bottom = 20;
  const x = (at) => left + ((width - left - right) * at) / (last() || 1);
  const chart = tab === "chances" ? chanceChart : scoreChart;
  const { body, words, y } = chart(x, (share) => top + (height - top - bottom) * (1 - share), width - right + 6);
  const feet = [0, Math.round(last() / 2), last()].map((at) => `<text x="${x(at)}" y="${height - 4}" text-anchor="middle">${at}</text>`);
  byId("curve").innerHTML = `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${words}">` +
    `${y}${body}${feet.join("")}<line class="cursor" y1="${top}" y2="${height - bottom}"/></svg>`;
  byId("curve-words").textContent = words;
  const svg = byId("curve").firstChild;
  const seek = (event) => {
    const at = (event.clientX - svg.getBoundingClientRect().left) * (width / svg.clientWidth);
    pause();
    go(Math.round(((at - left) / (width - left - right)) * last()));
  };
  svg.onpointerdown = (event) => { svg.setPointerCapture(event.pointerId); seek(event); };
  svg.onpointermove = (event) => { if (event.buttons) seek(event); };
  svg.dataset.left = left; svg.dataset.span = width - left - right;
  drawCursor();
}

function drawCursor() {
  const svg = byId("curve").firstChild, cursor = svg && svg.querySelector(".cursor");
  if (!cursor) return;
  const at = Number(svg.dataset.left) + (Number(svg.dataset.span) * step) / (last() || 1);
  cursor.setAttribute("x1", at); cursor.setAttribute("x2", at);
}

function names(ends, at) { // labels beside the ends of lines, moved apart
  const order = ends.map((end, seat) => [end, seat]).sort((a, b) => a[0] - b[0]);
  let floor = -Infinity;
  return order.map(([end, seat]) => {
    floor = Math.max(end, floor + 14);
    return `<text class="name seat${seat}" x="${at}" y="${floor + 4}">seat ${seat}</text>`;
  }).join("");
}

function scoreChart(x, y, right) {
  const all = view.scores.flat(), low = Math.min(0, ...all), high = Math.max(1, ...all), span = high - low;
  const up = (score) => y((score - low) / span);
  const lines = data.seats.map((_, seat) => {
    const path = view.scores.map((scores, at) => `${at ? "H" + x(at) + "V" : "M" + x(at) + " "}${up(scores[seat])}`).join("");
    return `<path class="curve-line seat${seat}" d="${path}" stroke-dasharray="${DASHES[seat]}"/>`;
  });
  const grid = [low, (low + high) / 2, high].map((at) =>
    `<line class="grid" x1="34" x2="${right - 6}" y1="${up(at)}" y2="${up(at)}"/><text x="28" y="${up(at) + 4}" text-anchor="end">${points(at)}</text>`);
  const final = view.scores[last()];
  return { y: grid.join(""), body: lines.join("") + names(final.map(up), right),
    words: `Points over the decisions. At the end: ${final.map((it, seat) => `seat ${seat} ${points(it)}`).join(", ")}.` };
}

function chanceChart(x, y, right) {
  const rows = data.analysis.decisions.map((it) => [it.decision, it.before]);
  if (data.analysis.result) rows.push([last(), data.analysis.result]);
  const edges = data.seats.map(() => []);
  rows.forEach(([at, chances]) => {
    let below = 0;
    chances.forEach((chance, seat) => { edges[seat].push([x(at), y(below), y((below += chance))]); });
  });
  const areas = edges.map((edge, seat) => {
    const there = edge.map(([at, , upper]) => `${at} ${upper}`), back = edge.map(([at, lower]) => `${at} ${lower}`).reverse();
    return `<path class="area seat${seat}" d="M${[...there, ...back].join("L")}Z"/>`;
  });
  const grid = [0, 0.5, 1].map((at) => `<text x="28" y="${y(at) + 4}" text-anchor="end">${100 * at}</text>`);
  const half = `<line class="grid" x1="34" x2="${right - 6}" y1="${y(0.5)}" y2="${y(0.5)}"/>`;
  const middles = edges.map((edge) => (edge[edge.length >> 1][1] + edge[edge.length >> 1][2]) / 2);
  const iterations = data.analysis.iterations;
  return { y: grid.join(""), body: areas.join("") + half + names(middles, right),
    words: `Chances of finishing first in per cent, from what the mover knows, by a search of ${iterations} iterations.` };
}

// ---- where it was won

function layBalance() {
  const found = data.analysis;
  if (!found || !found.seats) return;
  byId("won").hidden = false;
  const faults = found.seats.some((it) => it.faults !== 0);
  const heads = ["", "start", "own choices", "others' choices", "luck", ...(faults ? ["faults"] : []), "result"];
  const cells = (it) => [percent(it.start), change(it.own), change(it.others), change(it.luck), ...(faults ? [change(it.faults)] : []), percent(it.result)];
  const rows = found.seats.map((it, seat) => element("tr", {}, element("th", { scope: "row" }, `seat ${seat}, ${botOf(seat)}`),
    ...cells(it).map((cell) => element("td", {}, cell))));
  const table = element("table", {}, element("caption", {}, "From the chance at the start to the result, in percentage points. Each row adds up."),
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))), element("tbody", {}, ...rows));
  byId("balance").replaceChildren(element("div", { class: "scroll" }, table),
    ranked("Largest mistakes", found.mistakes, (it) => [` instead of ${it.best[0]}: `, change(it.after[it.seat] - it.best[1 + it.seat])]),
    ranked("Largest strokes of luck", found.strokes, (it) => [" was followed by ", ...it.luck.flatMap((luck, seat) => [seat ? ", " : "", `seat ${seat} `, change(luck)])]));
}

function ranked(title, decisions, tail) {
  const items = decisions.map((decision) => {
    const it = judged.get(decision);
    const link = element("a", { href: `#d${decision + 1}` }, `decision ${decision + 1}`);
    return element("li", {}, link, `: seat ${it.seat}, ${view.words[decision]}`, ...tail(it));
  });
  return element("div", {}, element("h3", {}, title), items.length ? element("ol", {}, ...items) : element("p", {}, "None."));
}

// ---- moving

function go(wanted, speak = true) {
  step = Math.min(last(), Math.max(0, wanted));
  drawBoard(); drawNow(); drawList(); drawSeats(); drawCursor();
  const words = step === 0 ? "start" : `decision ${step}, seat ${data.movers[step - 1]}, ${botOf(data.movers[step - 1])}: ${view.words[step - 1]}`;
  byId("slider").value = step;
  byId("slider").setAttribute("aria-valuetext", words);
  if (speak) byId("live").textContent = step === last() ? `${words}. ${outcome()}.` : words;
  history.replaceState(null, "", `#d${step}`);
}

function turnFrom(at, way) {
  do at += way; while (at > 0 && at < last() && !startsTurn(at));
  return at;
}

function markFrom(at, way) {
  const found = marks().filter((it) => it.kind !== "score" && (it.step - at) * way > 0);
  return found.length ? found[way > 0 ? 0 : found.length - 1].step : at;
}

function playButton(label) {
  byId("play-icon").setAttribute("d", ICONS[label]);
  byId("play").setAttribute("aria-label", label);
  byId("play").title = `${label} (space)`;
}

function pause() {
  clearTimeout(timer);
  timer = null;
  playButton("play");
}

function play() {
  if (step === last()) go(0, false);
  playButton("pause");
  const tick = () => {
    timer = setTimeout(() => {
      const speed = Number(byId("speed").value);
      go(step + 1, speed <= 2);
      if (step === last()) pause(); else tick();
    }, 1000 / Number(byId("speed").value));
  };
  tick();
}

const toggle = () => (timer === null ? play() : pause());

const KEYS = {
  ArrowLeft: (event) => go(event.shiftKey ? turnFrom(step, -1) : step - 1),
  ArrowRight: (event) => go(event.shiftKey ? turnFrom(step, 1) : step + 1),
  ArrowUp: () => go(step - TEN), ArrowDown: () => go(step + TEN), PageUp: () => go(step - TEN), PageDown: () => go(step + TEN),
  "[": () => go(turnFrom(step, -1)), "]": () => go(turnFrom(step, 1)), Home: () => go(0), End: () => go(last()),
  m: () => go(markFrom(step, 1)), M: () => go(markFrom(step, -1)),
  "+": () => setZoom(zoom * ZOOM), "-": () => setZoom(zoom / ZOOM),
};

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, summary")) return;
  if (event.key === " " && !event.target.matches("button, a")) toggle();
  else if (KEYS[event.key]) {
    if (!"+-".includes(event.key)) pause();
    KEYS[event.key](event);
  } else return;
  event.preventDefault();
}

// ---- the page

function laySeats() {
  byId("seats").replaceChildren(...data.seats.map((it, seat) => {
    const line = element("li", { title: `${it.spec}, ${it.version}` }, mark(seat), element("b", {}, it.bot));
    line.append(element("span", { class: "points" }));
    if (faultOf(seat)) line.append(element("span", { class: "down" }, `fault: ${faultOf(seat).kind}`));
    return line;
  }));
}

function drawSeats() {
  [...byId("seats").children].forEach((line, seat) => {
    line.querySelector(".points").textContent = worth(view.scores[step][seat]);
    line.classList.toggle("turn", step < last() && data.movers[step] === seat);
  });
}

function layFacts() {
  const facts = Object.entries(data.facts);
  data.seats.forEach((it, seat) => facts.push([`seat ${seat}`, `${it.bot}: ${it.spec}, ${it.version}; rank ${it.rank}, score ${points(it.score)}`]));
  byId("facts").replaceChildren(...facts.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
  byId("outcome").textContent = outcome();
}

function layPerspectives() {
  byId("perspective").replaceChildren(...data.perspectives.map((it, number) => element("option", { value: number }, it.label)));
  byId("perspective").disabled = data.perspectives.length === 1;
  byId("perspective").onchange = (event) => {
    view = data.perspectives[Number(event.target.value)];
    layList(); layMarks(); drawCurve(); go(step);
  };
}

function layControls() {
  const on = (id, act) => { byId(id).onclick = () => { pause(); act(); }; };
  on("first", () => go(0)); on("last", () => go(last()));
  on("back", () => go(step - 1)); on("on", () => go(step + 1));
  on("turn-back", () => go(turnFrom(step, -1))); on("turn-on", () => go(turnFrom(step, 1)));
  byId("play").onclick = toggle;
  byId("slider").max = last();
  byId("slider").oninput = (event) => { pause(); go(Number(event.target.value)); };
  byId("smaller").onclick = () => setZoom(zoom / ZOOM);
  byId("larger").onclick = () => setZoom(zoom * ZOOM);
  byId("fit").onclick = () => setZoom(1);
  byId("marks").onclick = (event) => {
    const found = event.target.closest("[data-step]");
    if (found) { pause(); go(Number(found.dataset.step)); }
  };
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", () => { pause(); go(linked()); });
  addEventListener("resize", () => { layMarks(); drawCurve(); ringTargets(); });
}

const linked = () => Number((/^#d(\d+)$/.exec(location.hash) || [0, 0])[1]);

async function unpack() {
  const bytes = Uint8Array.from(atob(byId("data").textContent), (sign) => sign.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

async function main() {
  data = await unpack();
  view = data.perspectives[0];
  for (const it of (data.analysis && data.analysis.decisions) || []) judged.set(it.decision, it);
  byId("page").hidden = byId("transport").hidden = false;
  layBoard(); laySeats(); layFacts(); layPerspectives(); layControls(); layList(); layMarks(); layTabs(); drawCurve(); layBalance();
  go(linked(), false);
  document.documentElement.dataset.ready = "yes";
}

main().catch((error) => {
  byId("failure").hidden = false;
  byId("failure").textContent = `This page could not be shown: ${error}. It needs a browser of 2023 or later.`;
});
