import { spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { nativeProcesses, nativeProject, noneIsLeft, TSCONFIG, TYPESCRIPT_7 } from "../kit/native-project.js";
import { isWhole } from "../kit/scope.js";

const USE = `import { fail } from "./fail.js";\n\nexport function use() {\n  throw fail("use");\n}\n`;
const FILES = {
  "eslint.config.js": "export default [{ rules: {} }];\n",
  "src/fail.js": `/** @returns {Error} */\nexport const fail = (name) => Object.assign(Object(name), { name });\n`,
  "src/one.js": USE,
  "src/two.js": USE,
  // Lints the file in each line of its input, and says how many findings there are.
  "host.js": `
    import readline from "node:readline";
    import { ESLint } from "eslint";
    import plugin from "eslint-plugin-error-contract";

    const eslint = new ESLint({
      overrideConfig: {
        plugins: { "error-contract": plugin },
        settings: { errorContract: { contract: "standard", types: { timeout: Number(process.argv[2]) } } },
        rules: { "error-contract/no-raw-error": "error" },
      },
    });
    for await (const command of readline.createInterface({ input: process.stdin })) {
      if (command === "exit") process.exit(3);
      if (command === "throw") throw new Error("on purpose");
      if (command === "busy") for (;;);
      const [{ messages }] = await eslint.lintFiles([command]);
      console.log(messages.length);
    }
  `,
};

/** A host of the rules that runs until it is told to end, in one way or another. */
class Host {
  readonly folder: string;
  readonly child: ChildProcess;
  #output = "";
  stderr = "";

  /**
   * TypeScript has some seconds for each answer. A machine may be busy, so they are few only where one is awaited in
   * vain.
   */
  constructor(installed: string, seconds = 30) {
    this.folder = nativeProject(FILES, { typescript: installed });
    const args = [path.join(this.folder, "host.js"), String(seconds)];
    this.child = spawn(process.execPath, args, { cwd: this.folder, stdio: "pipe" });
    this.child.stdout?.setEncoding("utf8").on("data", (text: string) => (this.#output += text));
    this.child.stderr?.setEncoding("utf8").on("data", (text: string) => (this.stderr += text));
  }

  tell(command: string): void {
    this.child.stdin?.write(`${command}\n`);
  }

  /** How many findings a file has. */
  async lint(file: string): Promise<number> {
    this.#output = "";
    this.tell(file);
    while (!this.#output.includes("\n")) await new Promise((resolve) => setTimeout(resolve, 20));
    return Number(this.#output);
  }

  async end(how: () => void): Promise<void> {
    const ended = new Promise((resolve) => this.child.once("close", resolve));
    how();
    await ended;
  }
}

let host: Host | undefined;
afterEach(() => host?.child.kill("SIGKILL"));

describe.each(TYPESCRIPT_7)("the process of %s", (installed) => {
  it("starts with the first question, and there is one", async () => {
    host = new Host(installed);
    expect(await host.lint("eslint.config.js")).toBe(0);
    expect(nativeProcesses(host.folder)).toHaveLength(0);
    expect(await host.lint("src/one.js")).toBe(1);
    expect(await host.lint("src/two.js")).toBe(1);
    expect(nativeProcesses(host.folder)).toHaveLength(1);
    const { child } = host;
    await host.end(() => child.stdin?.end());
    await noneIsLeft(host.folder);
    expect(host.stderr).toBe("");
  });

  it.each(isWhole ? (["SIGKILL", "SIGTERM", "SIGINT"] as const) : (["SIGINT"] as const))(
    "ends when its host gets %s",
    async (signal) => {
      host = new Host(installed);
      await host.lint("src/one.js");
      const { child } = host;
      await host.end(() => child.kill(signal));
      await noneIsLeft(host.folder);
    },
  );

  it.each(isWhole ? ["exit", "throw"] : ["exit"])("ends when its host comes to %s", async (command) => {
    const ending = new Host(installed);
    host = ending;
    await ending.lint("src/one.js");
    await ending.end(() => ending.tell(command));
    await noneIsLeft(ending.folder);
  });

  it("ends when a host is killed that does something else", async () => {
    const busy = new Host(installed);
    host = busy;
    await busy.lint("src/one.js");
    busy.tell("busy");
    await busy.end(() => busy.child.kill("SIGKILL"));
    await noneIsLeft(busy.folder);
  });

  it.each(isWhole ? (["SIGKILL", "SIGSTOP"] as const) : (["SIGKILL"] as const))(
    "that gets %s leaves the lint untyped, and that is said once",
    async (signal) => {
      host = new Host(installed, 5);
      expect(await host.lint("src/one.js")).toBe(1);
      for (const pid of nativeProcesses(host.folder)) process.kill(pid, signal);
      expect(await host.lint("src/two.js")).toBe(0);
      expect(await host.lint("src/one.js")).toBe(0);
      await noneIsLeft(host.folder);
      // Its last words have arrived when its pipes are closed.
      const { child } = host;
      await host.end(() => child.stdin?.end());
      expect(host.stderr.match(/ErrorContractWarning: typescript@7/g)).toHaveLength(1);
    },
  );

  it("sees what has changed on disk since the last question", async () => {
    host = new Host(installed);
    const { folder } = host;
    const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text);
    expect(await host.lint("src/one.js")).toBe(1);
    const first = nativeProcesses(folder);
    write("src/fail.js", FILES["src/fail.js"].replace("Error", "never"));
    expect(await host.lint("src/one.js")).toBe(0);
    expect(nativeProcesses(folder)).toEqual(first);
    write("src/one.js", USE.replace("./fail.js", "./new.js"));
    expect(await host.lint("src/one.js")).toBe(0);
    write("src/new.js", FILES["src/fail.js"]);
    expect(await host.lint("src/one.js")).toBe(1);
    fs.rmSync(path.join(folder, "src/new.js"));
    expect(await host.lint("src/one.js")).toBe(0);
    write("src/three.js", `export function use() {\n  throw makeError();\n}\n`);
    expect(await host.lint("src/three.js")).toBe(0);
    write("src/global.d.ts", "declare function makeError(): Error;\n");
    expect(await host.lint("src/three.js")).toBe(1);
    fs.mkdirSync(path.join(folder, "src/deep"));
    write("src/deep/fail.js", FILES["src/fail.js"]);
    write("src/one.js", USE.replace("./fail.js", "./deep/fail.js"));
    expect(await host.lint("src/one.js")).toBe(1);
    write("tsconfig.json", `{ "include": ["src/*.ts"] }`);
    expect(await host.lint("src/three.js")).toBe(0);
    // It has begun anew.
    expect(nativeProcesses(folder)).toHaveLength(1);
    expect(nativeProcesses(folder)).not.toEqual(first);
  });

  const gone = (file: string) => fs.rmSync(file, { force: true });
  const broken = (file: string) => fs.writeFileSync(file, '{ "include": [');
  const elsewhere = (file: string) => fs.writeFileSync(file, '{ "include": ["other"] }');
  const baseless = (file: string) => fs.writeFileSync(file, '{ "extends": "./base.json" }');
  it.each([
    ["is gone", gone, "tsconfig.json", TSCONFIG],
    ["is broken", broken, "tsconfig.json", TSCONFIG],
    ["has other files", elsewhere, "tsconfig.json", TSCONFIG],
    ["extends a file that is gone", baseless, "base.json", TSCONFIG],
    ["is gone, and a jsconfig.json comes", gone, "jsconfig.json", TSCONFIG],
  ])("sees what mends a tsconfig that %s, from the start or since", async (_what, spoil, name, text) => {
    host = new Host(installed);
    const file = path.join(host.folder, "tsconfig.json");
    const mended = path.join(host.folder, name);
    for (const when of ["from the start", "since"]) {
      spoil(file);
      if (mended !== file) fs.rmSync(mended, { force: true });
      expect([when, await host.lint("src/one.js")]).toEqual([when, 0]);
      fs.writeFileSync(mended, text);
      expect([when, await host.lint("src/one.js")]).toEqual([when, 1]);
    }
    expect(host.stderr).toBe("");
  });
});
