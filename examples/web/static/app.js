// The page: it draws what the view says, and sends the card that is clicked.
// It knows no rule of the game.

const WORDS = {
  en: {
    other: "Türkçe", open: "Open a table", name: "Your name", game: "Game",
    programs: "Built-in players", deal: "Sit down", rules: "Rules", close: "Close",
    table: "The table", log: "What happened", watch: "You are watching.",
    yours: "It is your turn.", turn: who => `It is ${who}’s turn.`, join: "Sit down here",
    waiting: n => `Waiting for ${n} more to sit down. Send them this address:`,
    copy: "Copy the address", undo: "Take back", next: "Next hand", again: "New match",
    standIn: "Let a program stand in",
    agree: "Agree to take back", seen: cards => `What has been seen stays seen: ${cards}.`,
    stock: n => `stock: ${n}`, pile: n => `pile: ${n}`, hidden: n => `hidden: ${n}`,
    empty: "empty table", cards: n => n === 1 ? "1 card" : `${n} cards`,
    back: "face down", program: "program", away: "away", dealer: "deals",
    offline: "No connection …", over: "The hand is over.", won: who => `${who} won.`,
    round: (n, all) => `round ${n} of ${all}`, target: n => `to ${n} points`,
    sheet: "Score sheet", draw: "Draw for the deal", held: "Your hand",
    bonus: all => `pişti +${all.join(" +")}`, people: n => `${n} players`, rule: "rule",
    gone: "There is no such table.",
  },
  tr: {
    other: "English", open: "Masa aç", name: "Adınız", game: "Oyun",
    programs: "Bilgisayar oyuncusu sayısı", deal: "Otur", rules: "Kurallar", close: "Kapat",
    table: "Masa", log: "Olanlar", watch: "İzliyorsunuz.",
    yours: "Sıra sizde.", turn: who => `Sıradaki: ${who}.`, join: "Buraya otur",
    waiting: n => `${n} kişi daha bekleniyor. Bu adresi gönderin:`,
    copy: "Adresi kopyala", undo: "Geri al", next: "Sonraki el", again: "Yeni parti",
    standIn: "Ayrılanın yerine bilgisayar oynasın",
    agree: "Geri almayı kabul et", seen: cards => `Görülen unutulmaz: ${cards}.`,
    stock: n => `deste: ${n}`, pile: n => `yerde: ${n}`, hidden: n => `kapalı: ${n}`,
    empty: "yer boş", cards: n => `${n} kart`,
    back: "kapalı", program: "bilgisayar", away: "bağlı değil", dealer: "dağıtıyor",
    offline: "Bağlantı yok …", over: "El bitti.", won: who => `Kazanan: ${who}.`,
    round: (n, all) => `dağıtım ${n}/${all}`, target: n => `hedef ${n} puan`,
    sheet: "Puan tablosu", draw: "Dağıtıcı kurası", held: "Eliniz",
    bonus: all => `pişti +${all.join(" +")}`, people: n => `${n} kişi`, rule: "kural",
    gone: "Böyle bir masa yok.",
  },
};

const $ = id => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const tableId = location.pathname.match(/^\/t\/([\w-]+)$/)?.[1] ?? null;
const tokenKey = `pisti.token.${tableId}`;

let lang = localStorage.getItem("pisti.lang") ??
  (navigator.language.startsWith("tr") ? "tr" : "en");
let names = { presets: [], cards: {} };
let table = null;     // the newest message about the table
let socket = null;
let focusAt = 0;      // which card of the hand has the focus
let patience = 500;   // how long to wait before connecting again
let sentAt = null;    // the moment at which a card was played, so that it is sent once

const say = (key, ...nouns) => {
  const word = WORDS[lang][key];
  return typeof word === "function" ? word(...nouns) : word;
};

// Building elements.

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter(child => child !== null));
  return element;
}

function picture(card, known = false) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "-52 -72 104 146");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#card-${card ?? "back"}`);
  use.setAttribute("class", known && card ? "card-known" : "card-card");
  svg.append(use);
  return svg;
}

const nameOf = card => card === null ? say("back") : names.cards[card] ?? card;

function cardOf(card, { key = card, extra = "", known = false } = {}) {
  const shown = make("div", {
    class: `card ${extra}`, role: "img", "aria-label": nameOf(card), "data-key": key,
  });
  shown.append(picture(card, known));
  return shown;
}

/** Lays cards in a row, so that they overlap where there is no room. */
function row(cards, kind, overlap) {
  const laid = make("div", { class: `row ${kind}` }, ...cards);
  const step = `minmax(0, calc(var(--size) * ${overlap}))`;
  const columns = cards.length > 1 ? `repeat(${cards.length - 1}, ${step}) var(--size)` : "var(--size)";
  laid.style.gridTemplateColumns = columns;
  return laid;
}

// Drawing the table.

function draw(message) {
  table = message;
  document.title = `${message.title} · Pişti`;
  $("title").textContent = message.title;
  $("title").hidden = false;
  $("rules-button").hidden = false;
  $("room").hidden = false;
  if (message.view) drawView(message.view);
  else drawWaiting();
  drawStatus();
  drawActions();
  drawStanding();
}

/** Gives where a seat sits: turns pass the way that the table says. */
function placeOf(seat, view) {
  const players = view.hands.length;
  const ring = {
    2: ["south", "north"], 3: ["south", "east", "west"],
  }[players] ?? ["south", "east", "north", "west"];
  const way = view.variant.direction === "clockwise" ? -1 : 1;
  return ring[(((seat - (view.seat ?? 0)) * way) % players + players) % players];
}

function clear() {
  for (const id of ["north", "west", "east", "south", "stock", "pile", "hidden"]) {
    $(id).replaceChildren();
  }
  $("waiting")?.remove();
}

function drawView(view) {
  const held = document.activeElement?.closest("#south .own") !== null;
  clear();
  view.hands.forEach((_, seat) => $(placeOf(seat, view)).append(drawSeat(view, seat)));
  view.variant.sides.forEach((seats, side) => drawHeap(view, seats, side));
  if (!view.is_over) drawMiddle(view);
  drawResult(view);
  $("felt").classList.toggle("mine", view.legal_moves.length > 0);
  if (held) focusCard(focusAt, true);
}

function drawSeat(view, seat) {
  const mine = seat === view.seat;
  const cards = view.hands[seat].map((card, n) =>
    mine ? handCard(view, card, n) : cardOf(card, { key: card ?? `?${seat}-${n}`, known: true }));
  const narrow = ["west", "east"].includes(placeOf(seat, view));
  const hand = row(cards, mine ? "own" : "others", mine ? 1.06 : narrow ? 0.34 : 0.6);
  hand.id = `hand-${seat}`;
  hand.setAttribute("role", "group");
  hand.setAttribute("aria-label", mine ? say("held") : `${table.chairs[seat].name}: ${say("cards", cards.length)}`);
  const plate = drawPlate(table.chairs[seat], seat === view.turn, seat === view.dealer);
  return make("div", { class: "who" }, plate, hand);
}

function drawPlate(chair, onTurn = false, deals = false) {
  const notes = [chair.program && say("program"), !chair.here && say("away")].filter(Boolean);
  return make("div", { class: `plate ${onTurn ? "turn" : ""} ${chair.here ? "" : "away"}` },
    make("span", {}, chair.name),
    notes.length ? make("small", {}, notes.join(", ")) : null,
    deals ? make("span", { class: "dealer", title: say("dealer"), "aria-label": say("dealer"), role: "img" }, "D") : null);
}

function handCard(view, card, n) {
  const playable = view.legal_moves.includes(card);
  const button = make("button", {
    type: "button", class: "card", "data-key": card, "aria-label": nameOf(card),
    "aria-disabled": playable ? null : "true", title: nameOf(card),
    "aria-keyshortcuts": String(n + 1), tabindex: n === Math.min(focusAt, view.hand.length - 1) ? 0 : -1,
    onclick: () => { focusAt = n; play(card); },
  });
  button.append(picture(card));
  return button;
}

function drawHeap(view, seats, side) {
  const nearest = seats.includes(view.seat) ? view.seat : seats[0];
  const count = seats.reduce((sum, seat) => sum + view.captured[seat].length, 0);
  const bonuses = view.bonuses.filter(bonus => seats.includes(bonus.seat));
  const cards = make("div", { class: "cards", "aria-hidden": "true" }, count
    ? make("div", { class: "card" }, picture(null)) : make("div", { class: "empty" }));
  const step = Math.min(18, 60 / Math.max(1, bonuses.length));
  bonuses.forEach((bonus, n) => {
    const across = cardOf(bonus.cards.at(-1), { extra: "across" });
    across.style.top = `${10 + n * step}%`;
    cards.append(across);
  });
  $(placeOf(nearest, view)).append(make("div", { class: "heap", id: `heap-${side}` }, cards,
    make("span", { class: "note" }, say("cards", count)),
    bonuses.length ? make("span", { class: "bonus" }, say("bonus", bonuses.map(bonus => bonus.points))) : null));
}

function drawMiddle(view) {
  drawStock(view);
  const pile = view.pile.length
    ? row(view.pile.map(card => cardOf(card)), "table", 0.42)
    : make("div", { class: "empty" });
  $("pile").setAttribute("role", "group");
  $("pile").setAttribute("aria-label", view.pile.length ? say("pile", view.pile.length) : say("empty"));
  $("pile").append(pile, make("span", { class: "note" },
    view.pile.length ? say("pile", view.pile.length) : say("empty")));
  if (!view.hidden.length) return;
  const hidden = view.hidden.map((card, n) =>
    cardOf(card, { key: card ?? `hidden-${n}`, known: !view.passed.includes(card) }));
  $("hidden").append(row(hidden, "table", 0.22),
    make("span", { class: "note" }, say("hidden", hidden.length)));
}

function drawStock(view) {
  if (!view.stock.length) return;
  const known = view.stock.filter(card => card !== null);
  const stack = make("div", { class: known.length ? "stack shows" : "stack" });
  known.forEach((card, n) => {
    const under = cardOf(card, { extra: "under", known: card !== view.bottom_card });
    under.style.top = `${38 - 9 * (known.length - 1 - n)}%`;
    stack.append(under);
  });
  if (known.length < view.stock.length) stack.append(cardOf(null, { key: "stock", extra: "over" }));
  $("stock").append(stack, make("span", { class: "note" }, say("stock", view.stock.length)));
}

function drawResult(view) {
  const result = $("result");
  result.hidden = !view.is_over;
  if (!view.is_over) { result.replaceChildren(); return; }
  const { winners, over } = table.match;
  const sheets = table.match.single ? ["hand"] : ["hand", "match"];
  const [source, ...more] = sheets.map(sheet =>
    `/tables/${tableId}/${sheet}.svg?lang=${lang}&at=${table.moment.join("-")}`);
  if (result.querySelector("img")?.getAttribute("src") === source) return;
  const told = over && winners.length ? say("won", winners.join(", ")) : say("over");
  const alt = `${say("sheet")}: ${table.match.sides.map((side, n) => `${side} ${table.match.totals[n]}`).join(", ")}`;
  result.replaceChildren(make("p", {}, told), make("img", { src: source, alt }),
    ...more.map(src => make("img", { src, alt: "" })));
}

function drawWaiting() {
  clear();
  table.chairs.forEach((chair, n) =>
    $(["south", "north", "west", "east"][n]).append(drawPlate(chair)));
  const address = location.origin + location.pathname;
  const missing = table.players - table.chairs.length;
  $("middle").append(make("div", { id: "waiting" },
    make("span", {}, say("waiting", missing)), make("code", {}, address),
    navigator.clipboard ? make("button", { type: "button", onclick: () => navigator.clipboard.writeText(address) }, say("copy")) : null));
}

function drawStatus() {
  const view = table.view;
  let text = table.seated ? "" : say("watch");
  if (view?.legal_moves.length) text = say("yours");
  else if (view && view.turn !== null) text += ` ${say("turn", table.chairs[view.turn].name)}`;
  if ($("status").textContent !== text.trim()) $("status").textContent = text.trim();
}

function drawActions() {
  const { view, undo, next, seat } = table;
  const buttons = [];
  const add = (word, act, main = false) => buttons.push(
    make("button", { type: "button", class: main ? "main" : "", onclick: act }, say(word)));
  $("join").hidden = table.seated || table.chairs.length === table.players;
  if (view && seat !== null) {
    if (table.away && !table["stand in"].includes(seat)) add("standIn", () => wish("stand in"));
    if (undo.can && !undo.by.includes(seat)) add(undo.by.length ? "agree" : "undo", () => wish("undo"));
    if (view.is_over && !next.includes(seat)) add(table.match.over ? "again" : "next", () => wish("next"), true);
  }
  const seen = undo?.by.length && undo.seen.length
    ? make("small", {}, say("seen", undo.seen.map(nameOf).join(", "))) : null;
  // What stays the same keeps the focus.
  const drawn = [seen, ...buttons].filter(Boolean);
  const words = drawn.map(one => one.textContent).join();
  if ($("actions").dataset.words === words) return;
  $("actions").dataset.words = words;
  $("actions").replaceChildren(...drawn);
}

function drawStanding() {
  const { view, match } = table;
  if (!view) { $("standing").replaceChildren(); return; }
  const about = [say("round", view.round, match.rounds)];
  if (match.target) about.push(say("target", match.target));
  $("standing").replaceChildren(make("caption", {}, about.join(" · ")),
    ...match.sides.map((side, n) => make("tr", {},
      make("th", { scope: "row" }, side), make("td", {}, String(match.totals[n])))));
}

function log(message) {
  const list = $("log");
  if (message.whole) list.replaceChildren();
  if (message.draw?.length && (message.whole || message.events.length)) {
    const drawn = message.draw.map(([who, card]) => `${who} – ${nameOf(card)}`).join(", ");
    list.append(make("li", { class: "said" }, `${say("draw")}: ${drawn}.`));
  }
  for (const { text, rule } of message.lines) {
    list.append(make("li", {}, text, rule ? " " : "", rule ? ruleLink(rule) : ""));
  }
  while (list.childElementCount > 400) list.firstChild.remove();
  $("scroll").scrollTop = $("scroll").scrollHeight;
}

// Moving cards, from events.

const boxOf = element => element?.getBoundingClientRect() ?? null;

/** Notes where everything lies, before the table is drawn anew. */
function snapshot() {
  const places = new Map();
  for (const element of document.querySelectorAll("#felt [data-key]")) {
    places.set(element.dataset.key, boxOf(element));
  }
  return places;
}

function animate(message, before) {
  if (calm.matches || message.whole || !message.view) return;
  const capture = message.events.find(event => event.type === "PileCaptured");
  for (const event of message.events) {
    if (event.type === "CardPlayed") flyPlayed(event, capture, before, message.view);
    if (event.type === "PileCaptured") {
      const hidden = event.hidden.map((card, n) => card ?? `hidden-${n}`);
      flyToHeap([...event.pile, ...hidden], event.seat, before, message.view);
    }
    if (event.type === "ResidueAwarded") flyToHeap(event.cards, event.seat, before, message.view);
    if (event.type === "PacketsDealt") flyDealt(message.view, before);
  }
}

/** Moves a card from a hand to the pile, and on to the heap if it captures. */
function flyPlayed({ card, seat }, capture, before, view) {
  const backs = [...before.keys()].filter(key => key.startsWith(`?${seat}-`));
  const from = before.get(card) ?? before.get(backs.at(-1));
  const lying = document.querySelector(`#pile [data-key="${card}"]`);
  if (!from) return;
  if (lying) { move(lying, from); return; }
  const top = capture && before.get(capture.pile.at(-1));
  const heap = heapOf(seat, view);
  if (!top || !heap) return;
  const on = { left: top.left + top.width * 0.42, top: top.top, width: top.width };
  fly(card, [[0, from], [0.3, on], [0.6, on], [1, heap]], 1);
}

function heapOf(seat, view) {
  const side = view.variant.sides.findIndex(seats => seats.includes(seat));
  return boxOf(document.querySelector(`#heap-${side} .cards`));
}

function flyToHeap(cards, seat, before, view) {
  const heap = heapOf(seat, view);
  for (const card of cards) {
    const from = before.get(card);
    if (from && heap) fly(card in names.cards ? card : null, [[0, from], [0.6, from], [1, heap]]);
  }
}

function flyDealt(view, before) {
  const from = before.get("stock") ?? boxOf($("stock"));
  view.hands.forEach((hand, seat) => {
    document.querySelectorAll(`#hand-${seat} .card`).forEach((card, n) =>
      move(card, from, 60 * (n * view.hands.length + seat) + 300));
  });
}

/** Moves an element from where something lay to where it is. */
function move(element, from, delay = 0) {
  const to = boxOf(element);
  if (!to.width) return;
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width || 1})`;
  element.style.transformOrigin = "0 0";
  element.animate([{ transform: start }, { transform: "none" }],
    { duration: 320, delay, easing: "ease-out", fill: "backwards" })
    .finished.catch(() => {}).then(() => { element.style.transformOrigin = ""; });
}

/** Lets a card that is no longer on the table fly from place to place. */
function fly(card, way, above = 0) {
  const width = way[0][1].width;
  const ghost = make("div", { class: "card" });
  ghost.append(picture(card));
  ghost.style.width = `${width}px`;
  ghost.style.zIndex = String(above);
  $("flights").append(ghost);
  const frames = way.map(([offset, box]) => ({
    offset, transform: `translate(${box.left}px, ${box.top}px) scale(${box.width / width})`,
  }));
  ghost.animate(frames, { duration: 1000, easing: "linear", fill: "both" })
    .finished.catch(() => {}).then(() => ghost.remove());
}

// What the player does.

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function play(card) {
  const moment = table?.moment.join();
  if (moment === sentAt || !table?.view?.legal_moves.includes(card)) return;
  sentAt = moment;
  send({ do: "play", card, moment: table.moment });
}

const wish = what => send({ do: what, moment: table.moment });

function focusCard(n, move) {
  const cards = [...document.querySelectorAll("#south .own button.card")];
  if (!cards.length) return;
  focusAt = (n + cards.length) % cards.length;
  cards.forEach((card, at) => { card.tabIndex = at === focusAt ? 0 : -1; });
  if (move) cards[focusAt].focus();
}

addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select")) return;
  if (event.key === "Escape" && !$("rules").hidden) { showRules(false); return; }
  if (!$("rules").hidden && event.target.closest("#rules")) return;
  const inHand = event.target.closest("#south .own") !== null;
  if (/^[1-9]$/.test(event.key)) {
    if (document.querySelectorAll("#south .own .card").length >= Number(event.key)) focusCard(Number(event.key) - 1, true);
  } else if (inHand && ["ArrowLeft", "ArrowUp"].includes(event.key)) focusCard(focusAt - 1, true);
  else if (inHand && ["ArrowRight", "ArrowDown"].includes(event.key)) focusCard(focusAt + 1, true);
  else if (!inHand && event.target === document.body && event.key.startsWith("Arrow")) focusCard(focusAt, true);
  else return;
  event.preventDefault();
});

// The rulebook.

const anchor = rule => `r${rule.replace(".", "-")}`;

function ruleLink({ id, title }) {
  return make("a", {
    class: "rule", href: `#${anchor(id)}`, title,
    onclick: event => { event.preventDefault(); showRules(true, id); },
  }, `${say("rule")} ${id}`);
}

async function showRules(open, rule = null) {
  $("rules").hidden = !open;
  $("rules-button").setAttribute("aria-expanded", String(open));
  if (!open) { $("rules-button").focus(); return; }
  if ($("rulebook").dataset.lang !== lang) {
    const answer = await fetch(`/tables/${tableId}/rules?lang=${lang}`);
    $("rulebook").innerHTML = await answer.text();
    $("rulebook").dataset.lang = lang;
  }
  document.querySelector("#rulebook .shown")?.classList.remove("shown");
  const paragraph = rule && $(anchor(rule));
  paragraph?.classList.add("shown");
  paragraph?.scrollIntoView({ block: "start" });
  (paragraph || $("rules")).focus({ preventScroll: Boolean(paragraph) });
}

// The server.

function showError({ text, rule }) {
  if ($("room").hidden) { $("online").textContent = text; return; }
  $("error").hidden = false;
  $("error").replaceChildren(text, " ", rule ? ruleLink(rule) : "");
}

function receive(message) {
  if (message.type === "error") { sentAt = null; showError(message); return; }
  $("error").hidden = true;
  const before = snapshot();
  draw(message);
  log(message);
  animate(message, before);
}

/** Connects anew where the old connection may be dead without anybody knowing. */
function connectAgain() {
  if (!socket) return;
  socket.onclose = null;
  socket.close();
  connect();
}

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/tables/${tableId}/talk`);
  socket.onopen = () => {
    patience = 500;
    sentAt = null;
    $("online").textContent = "";
    send({ do: "hello", token: localStorage.getItem(tokenKey), lang });
  };
  socket.onmessage = event => receive(JSON.parse(event.data));
  socket.onclose = event => {
    if (event.code === 4404) { $("online").textContent = say("gone"); return; }
    $("online").textContent = say("offline");
    setTimeout(connect, patience);
    patience = Math.min(patience * 2, 8000);
  };
}

async function post(path, body) {
  const answer = await fetch(`${path}?lang=${lang}`, { method: "POST", body: JSON.stringify(body) });
  const told = await answer.json();
  if (!answer.ok) showError(told);
  return answer.ok ? told : null;
}

async function sitDown(event) {
  event.preventDefault();
  const name = new FormData($("join")).get("name");
  localStorage.setItem("pisti.name", name);
  const told = await post(`/tables/${tableId}/chairs`, { name });
  if (!told) return;
  localStorage.setItem(tokenKey, told.token);
  socket.close();
}

async function openTable(event) {
  event.preventDefault();
  const asked = new FormData($("open"));
  localStorage.setItem("pisti.name", asked.get("name"));
  const told = await post("/tables", {
    name: asked.get("name"), preset: asked.get("preset"), programs: Number(asked.get("programs")),
  });
  if (!told) return;
  if (told.token) localStorage.setItem(`pisti.token.${told.table}`, told.token);
  location.href = `/t/${told.table}`;
}

// The lobby and the language.

function drawLobby() {
  const { preset, programs, name } = $("open").elements;
  const chosen = preset.value || "partnership";
  preset.replaceChildren(...names.presets.map(({ id, name, players }) =>
    make("option", { value: id }, `${name} · ${say("people", players)}`)));
  preset.value = chosen;
  name.value ||= localStorage.getItem("pisti.name") ?? "";
  const players = names.presets.find(({ id }) => id === preset.value)?.players ?? 2;
  const before = programs.value === "" ? players - 1 : Number(programs.value);
  programs.replaceChildren(...Array.from({ length: players + 1 }, (_, n) => make("option", { value: n }, String(n))));
  programs.value = String(Math.min(before, players));
}

async function speak(language) {
  lang = language;
  document.documentElement.lang = lang;
  $("language").textContent = say("other");
  $("language").lang = lang === "tr" ? "en" : "tr";
  $("rules-button").textContent = say("rules");
  document.querySelectorAll("[data-word]").forEach(element => { element.textContent = say(element.dataset.word); });
  document.querySelectorAll("[data-word-label]").forEach(element => element.setAttribute("aria-label", say(element.dataset.wordLabel)));
  names = await (await fetch(`/names?lang=${lang}`)).json();
  if (tableId === null) drawLobby();
}

async function changeLanguage() {
  const other = lang === "tr" ? "en" : "tr";
  localStorage.setItem("pisti.lang", other);
  await speak(other);
  send({ do: "lang", lang });
  if (!$("rules").hidden) showRules(true);
}

async function loadSprite() {
  const text = await (await fetch("/cards.svg")).text();
  const sprite = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  $("sprite").append(document.adoptNode(sprite));
}

let hiddenSince = 0;
document.addEventListener("visibilitychange", () => {
  if (document.hidden) hiddenSince = Date.now();
  else if (Date.now() - hiddenSince > 30_000) connectAgain();
});
addEventListener("online", connectAgain);

$("language").addEventListener("click", changeLanguage);
$("rules-button").addEventListener("click", () => showRules($("rules").hidden));
$("rules-close").addEventListener("click", () => showRules(false));
$("open").addEventListener("submit", openTable);
$("join").addEventListener("submit", sitDown);
$("join").elements.name.value = localStorage.getItem("pisti.name") ?? "";
$("open").elements.preset.addEventListener("change", () => { $("open").elements.programs.value = ""; drawLobby(); });

await Promise.all([speak(lang), loadSprite()]);
if (tableId === null) $("lobby").hidden = false;
else connect();
