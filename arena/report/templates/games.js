"use strict";
// The address says which games are wanted, as in games.html#bot=greedy&place=1; arena/report/about.py writes it.
const data = JSON.parse(document.getElementById("data").textContent);
const form = document.querySelector("form"), body = document.querySelector("tbody");
const found = document.getElementById("found"), more = document.getElementById("more");
const STEP = 100; // rows shown at once
let matching = [], shown = 0;

const seats = [...Array(data.seats).keys()];
const games = data.games.map(([number, decisions, ...rest], at) => ({
  number, decisions, lineup: rest.slice(0, data.seats), ranks: rest.slice(data.seats), run: data.run[at] || 0,
  page: data.pages[at], faults: data.faults[at] || {},
}));

function wanted() {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

function holdsPlace(game, seat, place) { // a tie shares its places
  const rank = game.ranks[seat], tied = game.ranks.filter(other => other === rank).length;
  return rank <= place && place < rank + tied;
}

function sits(game, seat, want) {
  const fault = game.faults[seat];
  return (!want.bot || data.bots[game.lineup[seat]] === want.bot)
    && (!want.seat || seat === Number(want.seat))
    && (!want.place || holdsPlace(game, seat, Number(want.place)))
    && (!want.fault || (fault !== undefined && (want.fault === "any" || want.fault === fault)))
    && (!want.against || seats.some(other => other !== seat && data.bots[game.lineup[other]] === want.against));
}

function matches(game, want) {
  return (!want.game || game.number === Number(want.game))
    && (!want.least || game.decisions >= Number(want.least))
    && (!want.most || game.decisions <= Number(want.most))
    && seats.some(seat => sits(game, seat, want));
}

function cell(kind, label, ...content) {
  const made = document.createElement(kind), inner = document.createElement("span");
  if (label) made.dataset.label = label;
  inner.append(...content);
  made.append(inner);
  return made;
}

function element(kind, words) {
  const made = document.createElement(kind);
  made.textContent = words;
  return made;
}

function nameOf(game) {
  if (!game.page) return `game ${game.number}`;
  const link = element("a", `game ${game.number}`);
  link.href = game.page;
  return link;
}

function seatCell(game, seat, want) {
  const name = data.bots[game.lineup[seat]], parts = [`${game.ranks[seat]}. `, name === want.bot ? element("b", name) : name];
  if (game.faults[seat]) parts.push(element("small", ` fault: ${game.faults[seat]}`));
  return cell("td", `Seat ${seat}`, ...parts);
}

function row(game, want) {
  const made = document.createElement("tr"), head = cell("th", "", nameOf(game));
  head.scope = "row";
  made.append(head, ...seats.map(seat => seatCell(game, seat, want)), cell("td", "Decisions", String(game.decisions)),
    cell("td", "To see it", element("code", `${data.commands[game.run]} ${game.number}`)));
  return made;
}

function showMore() {
  const want = wanted();
  body.append(...matching.slice(shown, shown + STEP).map(game => row(game, want)));
  shown = Math.min(shown + STEP, matching.length);
  more.hidden = shown === matching.length;
  const count = matching.length.toLocaleString("en"), all = games.length.toLocaleString("en");
  found.textContent = !matching.length ? `None of the ${all} listed games is like that.`
    : `${count} of the ${all} listed games` + (shown < matching.length ? `, the first ${shown} shown.` : ".");
}

function show() {
  const want = wanted();
  for (const field of form.elements) if (field.name) field.value = want[field.name] || "";
  matching = games.filter(game => matches(game, want));
  shown = 0;
  body.replaceChildren();
  showMore();
}

form.addEventListener("change", () => {
  const chosen = [...new FormData(form)].filter(([, value]) => value);
  location.hash = chosen.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&");
});
form.addEventListener("reset", () => { location.hash = ""; });
form.addEventListener("submit", event => event.preventDefault());
more.addEventListener("click", showMore);
addEventListener("hashchange", show);
show();
