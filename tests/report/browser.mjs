// Opens a report in headless Chromium and checks what a person would see: no errors, nothing wider than the window, nothing cut without
// a sign that it scrolls, every chart drawn, no request beyond the page itself. Talks to the browser through its debugging pipe; needs nothing but Node.
// Usage: node browser.mjs CHROMIUM PAGE [SCREENSHOT-PREFIX]; exit status 1 and a line for each fault.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [chromium, page, prefix] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), "rtlgen-browser-"));
const browser = spawn(chromium, ["--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
  "--disable-background-networking", "--disable-component-update", "--hide-scrollbars", `--user-data-dir=${profile}`], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
const [, , , to, from] = browser.stdio;

// Messages are JSON, each ended by a zero byte.
let next = 1, rest = Buffer.alloc(0);
const waiting = new Map(), listeners = new Set();
from.on("data", (chunk) => {
  rest = Buffer.concat([rest, chunk]);
  for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
    const message = JSON.parse(rest.subarray(0, end).toString());
    rest = rest.subarray(end + 1);
    if (message.id) {
      const { done, fail } = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) fail(new Error(message.error.message));
      else done(message.result);
    } else for (const listener of listeners) listener(message);
  }
});
const send = (method, params = {}, sessionId) => new Promise((done, fail) => {
  waiting.set(next, { done, fail });
  to.write(JSON.stringify({ id: next++, method, params, sessionId }) + "\0");
});

const faults = [];

// Runs in the page.
const look = () => {
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".scroll, pre, nav, .skip")).slice(0, 3);
    faults.push(`wider than the window: ${document.documentElement.scrollWidth} > ${innerWidth} (${wide.map((e) => e.tagName + "." + e.className).join(", ")})`);
  }
  for (const e of document.querySelectorAll("body *")) {
    const style = getComputedStyle(e);
    if (e.scrollWidth > e.clientWidth + 1 && ["auto", "scroll"].includes(style.overflowX) && style.backgroundImage === "none")
      faults.push(`${e.tagName}.${e.className} scrolls without a sign of it`);
  }
  const canvases = [...document.querySelectorAll("canvas")];
  if (canvases.length === 0) faults.push("no chart at all");
  for (const canvas of canvases) {
    const { width, height } = canvas;
    const pixels = width * height > 0 ? canvas.getContext("2d").getImageData(0, 0, width, height).data : [];
    if (new Set(new Uint32Array(pixels.buffer || 0)).size < 3) faults.push(`chart ${canvas.id} is empty`);
  }
  const seen = [...document.querySelectorAll("svg")].filter((s) => s.getBoundingClientRect().width > 0);
  if (seen.length === 0) faults.push("no drawing at all");
  for (const svg of seen) {
    const label = svg.getAttribute("aria-label");
    if (svg.getBBox().width < 50 || svg.querySelectorAll("rect, circle").length < 2) faults.push(`drawing '${label}' is empty`);
    if (!svg.closest("details:not([open])")) {
      const text = svg.querySelector("text").getBoundingClientRect().height;
      if (text < 9) faults.push(`drawing '${label}': words of ${text.toFixed(1)} pixels`);
    }
  }
  for (const image of document.images) if (!image.complete || image.naturalWidth === 0) faults.push(`picture '${image.alt}' is damaged`);
  return faults;
};

async function visit(width, scheme) {
  const where = `${width} ${scheme}`;
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const call = (method, params) => send(method, params, sessionId);
  const loaded = new Promise((done) => {
    listeners.add((m) => {
      if (m.sessionId !== sessionId) return;
      if (m.method === "Page.loadEventFired") done();
      if (m.method === "Runtime.exceptionThrown") faults.push(`${where}: ${m.params.exceptionDetails.exception?.description ?? m.params.exceptionDetails.text}`);
      if (m.method === "Runtime.consoleAPICalled" && ["error", "warning"].includes(m.params.type)) faults.push(`${where}: console: ${m.params.args.map((a) => a.value).join(" ")}`);
      if (m.method === "Log.entryAdded" && ["error", "warning"].includes(m.params.entry.level)) faults.push(`${where}: log: ${m.params.entry.text}`);
      if (m.method === "Network.requestWillBeSent" && !/^(data:|file:)/.test(m.params.request.url)) faults.push(`${where}: asks for ${m.params.request.url}`);
    });
  });
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await call(domain + ".enable");
  await call("Emulation.setDeviceMetricsOverride", { width, height: 900, deviceScaleFactor: 1, mobile: false });
  await call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
  await call("Page.navigate", { url: pathToFileURL(resolve(page)).href });
  await loaded;
  const { result } = await call("Runtime.evaluate", { expression: `new Promise((f) => setTimeout(() => f((${look})()), 300))`, awaitPromise: true, returnByValue: true });
  for (const fault of result.value ?? ["the page could not be inspected"]) faults.push(`${where}: ${fault}`);
  // By keyboard: the first stop leads past the navigation.
  await call("Input.dispatchKeyEvent", { type: "keyDown", key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 });
  const focus = await call("Runtime.evaluate", { expression: "document.activeElement.className", returnByValue: true });
  if (focus.result.value !== "skip") faults.push(`${where}: Tab does not lead to the skip link`);
  await call("Runtime.evaluate", { expression: "document.activeElement.blur()" });
  if (prefix) {
    const shot = await call("Page.captureScreenshot", { format: "png", captureBeyondViewport: true });
    writeFileSync(`${prefix}${width}_${scheme}.png`, Buffer.from(shot.data, "base64"));
  }
  await send("Target.closeTarget", { targetId });
}

const patience = setTimeout(() => { console.log("the browser does not respond"); browser.kill(); process.exit(1); }, 120000);
try {
  for (const width of [390, 1400]) for (const scheme of ["light", "dark"]) await visit(width, scheme);
} finally {
  clearTimeout(patience);
  const gone = new Promise((done) => browser.once("exit", done));
  await Promise.race([send("Browser.close"), new Promise((done) => setTimeout(done, 5000))]).catch(() => {});
  setTimeout(() => browser.kill("SIGKILL"), 5000).unref();
  await gone;
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  } catch {
    // A helper of the browser still writes there; that says nothing about the page.
  }
}
for (const fault of faults) console.log(fault);
process.exit(faults.length ? 1 : 0);
