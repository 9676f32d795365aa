import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Readable, Writable } from "node:stream";

// `CHROMIUM` names another; Debian's package is the first of the list.
const BROWSERS = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The browser that tests drive, `undefined` where none is installed. */
export const browserFile = BROWSERS.find((file) => file !== undefined && fs.existsSync(file));

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: any;
  readonly result?: any;
  readonly error?: { readonly message: string };
}

/** A page of a headless Chromium, driven over the DevTools protocol through pipes. */
export class BrowserPage {
  /** Every address that was asked for. */
  readonly requests: string[] = [];
  /** What the page or the browser complained of. */
  readonly complaints: string[] = [];
  #session: string | undefined;
  #next = 1;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #events = new Map<string, () => void>();

  private constructor(
    private readonly process: ChildProcess,
    private readonly profile: string,
  ) {
    let rest = "";
    const output = process.stdio[4] as Readable;
    output.setEncoding("utf8").on("data", (chunk: string) => {
      const texts = (rest + chunk).split("\0");
      rest = texts.pop() ?? "";
      for (const text of texts) this.#read(JSON.parse(text) as Message);
    });
  }

  static async open(): Promise<BrowserPage> {
    const profile = fs.mkdtempSync(path.join(os.tmpdir(), "error-contract-browser-"));
    const args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"];
    const child = spawn(browserFile!, [...args, `--user-data-dir=${profile}`], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    const page = new BrowserPage(child, profile);
    const { targetId } = await page.send("Target.createTarget", { url: "about:blank" });
    page.#session = (await page.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
    for (const domain of ["Page", "Network", "Runtime", "Log"]) await page.send(`${domain}.enable`);
    return page;
  }

  send(method: string, params: object = {}): Promise<any> {
    const id = this.#next++;
    const message = { id, method, params, ...(this.#session === undefined ? {} : { sessionId: this.#session }) };
    (this.process.stdio[3] as Writable).write(`${JSON.stringify(message)}\0`);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ error, result }) => (error ? reject(new Error(error.message)) : resolve(result)));
    });
  }

  /** Opens a file in a viewport of this width, and waits until it is loaded. */
  async load(file: string, { width, dark = false }: { readonly width: number; readonly dark?: boolean }) {
    const features = [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }];
    await this.send("Emulation.setEmulatedMedia", { features });
    const metrics = { width, height: 844, deviceScaleFactor: 1, mobile: width < 600 };
    await this.send("Emulation.setDeviceMetricsOverride", metrics);
    this.requests.length = 0;
    const loaded = new Promise<void>((resolve) => this.#events.set("Page.loadEventFired", resolve));
    await this.send("Page.navigate", { url: `file://${file}` });
    await loaded;
  }

  /** The value of an expression in the page. */
  async evaluate(expression: string): Promise<any> {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, returnByValue: true });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return result.value;
  }

  async press(key: "Tab" | "Enter"): Promise<void> {
    const code = key === "Tab" ? 9 : 13;
    const event = { key, code: key, windowsVirtualKeyCode: code, ...(key === "Enter" ? { text: "\r" } : {}) };
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", ...event });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once("close", resolve));
    this.process.kill();
    await ended;
    fs.rmSync(this.profile, { recursive: true, force: true });
  }

  #read({ id, method, params, ...answer }: Message): void {
    if (id !== undefined) this.#waiting.get(id)?.(answer);
    if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
    if (method === "Log.entryAdded") this.complaints.push(params.entry.text);
    if (method === "Runtime.exceptionThrown") this.complaints.push(params.exceptionDetails.text);
    if (method !== undefined) this.#events.get(method)?.();
  }
}
