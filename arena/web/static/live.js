// Keeps a part of a page up to date: the server sends it anew whenever it changes. EventSource comes back by itself
// after a break and says what it saw last, so nothing is missed and nothing is sent twice.
const live = document.getElementById("live");
const source = new EventSource(live.dataset.events);
source.addEventListener("update", (event) => {
  const focused = document.activeElement?.closest("#live") ? document.activeElement.getAttribute("href") : null;
  live.innerHTML = JSON.parse(event.data).html;
  if (focused !== null) live.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
});
source.addEventListener("end", () => source.close());
addEventListener("pagehide", () => source.close());
