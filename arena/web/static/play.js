// The board as a way to choose: what a move names is lit and can be clicked. The list of moves does the same for who
// has a keyboard or no script. A move is sent in the background, so that the page does not jump.
const table = () => document.getElementById("table");
const buttons = () => [...document.querySelectorAll("#moves button[name=action]")];
const targetsOf = (button) => (button.dataset.targets || "").split(" ").filter(Boolean);
const drawn = (target) => document.querySelectorAll(`.board [data-target="${CSS.escape(target)}"]`);
let clicked = [];

function light() {
  clicked = [];
  for (const target of new Set(buttons().flatMap(targetsOf)))
    for (const element of drawn(target)) element.classList.add("lit");
}

// Parts have gaps, an empty site is nothing but its frame: then the smallest lit part around the click is meant.
function around({ clientX, clientY }) {
  const boxes = [...document.querySelectorAll(".board .lit")].map((part) => [part, part.getBoundingClientRect()])
    .filter(([, box]) => box.left <= clientX && clientX <= box.right && box.top <= clientY && clientY <= box.bottom);
  return boxes.sort(([, a], [, b]) => a.width * a.height - b.width * b.height)[0]?.[0];
}

function narrow(target) {
  const wanted = [...clicked, target];
  const fitting = buttons().filter((button) => wanted.every((each) => targetsOf(button).includes(each)));
  if (fitting.length === 0) return clicked.length ? (showAll(), narrow(target)) : undefined;
  clicked = wanted;
  if (fitting.length === 1) return fitting[0].click();
  for (const button of buttons()) button.parentElement.hidden = !fitting.includes(button);
  for (const element of drawn(target)) element.classList.add("chosen");
  document.querySelector(".narrowed").hidden = false;
  document.getElementById("moves").scrollIntoView({ block: "nearest" });
}

function showAll() {
  clicked = [];
  for (const button of buttons()) button.parentElement.hidden = false;
  for (const element of document.querySelectorAll(".board .chosen")) element.classList.remove("chosen");
  document.querySelector(".narrowed").hidden = true;
}

async function send(form, button) {
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.set(button.name, button.value);
  table().setAttribute("aria-busy", "true");
  const response = await fetch(form.getAttribute("action"), { method: "POST", body });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.getElementById("table");
  if (!fresh || page.querySelector("meta[http-equiv=refresh]")) return location.assign(response.url);
  table().replaceWith(fresh);
  light();
  document.getElementById("status").focus({ preventScroll: true });
}

document.addEventListener("submit", (event) => {
  if (!event.target.closest("#table") || event.target.getAttribute("action").endsWith("/leave")) return;
  event.preventDefault();
  if (table().getAttribute("aria-busy")) return;
  send(event.target, event.submitter).catch(() => location.reload());
});
document.addEventListener("click", (event) => {
  if (event.target.closest(".all")) return showAll();
  const part = event.target.closest(".board [data-target].lit") || (event.target.closest(".board svg") && around(event));
  if (part) narrow(part.dataset.target);
});
light();
