import fc from "fast-check";
import fs from "node:fs";
import path from "node:path";
import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "../kit/page.js";
import { PLAN, decide, editFile, planProject, readFile, runAsJson } from "./plan-project.js";
import { runHere } from "./run-plugin.js";

const READ = outdent`
  export function readNote(notes, name) {
    if (!notes.has(name)) throw new Error(\`File not found: \${name}\`);
    if (name === "") throw new TypeError("name must be a string");
    throw new Error("BATH_TOO_HOT: wait a little");
  }

  export function openList(lists, name) {
    if (!lists.has(name)) throw new Error(\`File not found: \${name}\`);
  }
`;

const commentsOf = (text: string) => text.match(/# mine \w+$/gm) ?? [];

describe("a plan that somebody has edited", () => {
  it("keeps comments wherever they stand, in every run", async () => {
    const folder = planProject({ "src/read.js": READ });
    await runAsJson(folder, "plan");
    const written = readFile(folder, PLAN);
    const lines = written.split("\n");
    // Lines of a `|` block are text.
    const hasComment =
      /^(?:groups:| {2}- id:| {4}(?:rule|kind|decision|message|proposed|confidence|why|places):| {6}- \S)/;
    const places = lines.flatMap((line, index) => (hasComment.test(line) ? [index] : []));
    await fc.assert(
      fc.asyncProperty(fc.subarray(places, { minLength: 1 }), fc.boolean(), async (chosen, isBehind) => {
        const edited = lines.flatMap((line, index) => {
          if (!chosen.includes(index)) return [line];
          if (isBehind) return [`${line} # mine c${index}`];
          return [`${/^\s*/.exec(line)![0]}# mine c${index}`, line];
        });
        editFile(folder, PLAN, () => edited.join("\n"));
        await runHere(folder, "plan");
        await runHere(folder, "plan");
        const kept = readFile(folder, PLAN);
        expect(commentsOf(kept).sort()).toEqual(commentsOf(edited.join("\n")).sort());
        await runHere(folder, "plan");
        expect(readFile(folder, PLAN)).toBe(kept);
      }),
      { numRuns: 12 },
    );
  });

  it("moves the comment on a kind that is gone to the end", async () => {
    const folder = planProject({ "src/read.js": READ });
    await runAsJson(folder, "plan");
    editFile(folder, PLAN, (text) => text.replace(/\n( +)kind: (TypeError.*)/, "\n$1# ask the team first\n$1kind: $2"));
    editFile(folder, "src/read.js", (text) => text.replace(/.*TypeError.*\n/, ""));
    await runAsJson(folder, "plan");
    expect(readFile(folder, PLAN)).toMatch(/\n# ask the team first\n$/);
  });

  it.each([
    ["version: 1", "version: 1\ngroup: []", 2, "there is no key `group`: did you mean `groups`?"],
    ["decision:", "decison: NOT_FOUND", undefined, "there is no key `decison`: did you mean `decision`?"],
    ["groups:", "<<<<<<< ours\ngroups:", undefined, "a merge conflict stands here: resolve it."],
  ])("refuses `%s` as `%s`, with its line", async (from, to, _, problem) => {
    const folder = planProject({ "src/read.js": READ });
    await runAsJson(folder, "plan");
    editFile(folder, PLAN, (text) => text.replace(from, to));
    const edited = readFile(folder, PLAN);
    const line = edited.slice(0, edited.indexOf(to) + to.lastIndexOf("\n") + 1).split("\n").length;
    for (const command of ["plan", "apply"]) {
      const { status, stderr } = await runHere(folder, command);
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(new RegExp(`${PLAN}:\\d+: `)) });
      expect(stderr).toContain(`: ${problem}`);
      expect(Number(/:(\d+): /.exec(stderr)?.[1])).toBeGreaterThan(line - 2);
    }
    expect(readFile(folder, PLAN)).toBe(edited);
  });

  it("says that nothing is decided, and how many groups are open", async () => {
    const folder = planProject({ "src/read.js": READ });
    const { json } = await runAsJson(folder, "plan");
    const { status, stdout } = await runHere(folder, "apply");
    expect(status).toBe(0);
    expect(stdout).toContain(`${json.open} groups of the plan are open.`);
    expect(stdout).toContain("No group of the plan has a decision that is left to carry out.");
  });
});

describe("a plan of an earlier version", () => {
  const fixture = (name: string) => fs.readFileSync(path.join(root, "test/fixtures/plan", name), "utf8");

  it("is read: kinds are the same, and their decisions", async () => {
    const folder = planProject({ "src/read.js": fixture("read.js"), [PLAN]: fixture(PLAN) });
    const earlier = parse(fixture(PLAN));
    const { status } = await runHere(folder, "plan");
    const { groups } = parse(readFile(folder, PLAN));
    const decisionsOf = (all: any) => all.map(({ id, kind, decision }: any) => ({ id, kind, decision }));
    const bareServer = { id: "2a8f200b", kind: "a bare server", decision: null };
    expect(decisionsOf(groups)).toEqual([...decisionsOf(earlier.groups), bareServer]);
    // A server is one decision; an earlier version asked for each of its handlers, and for each failure that is logged.
    const gone = groups.filter((each: any) => each.gone).map(({ kind }: any) => kind);
    expect({ status, gone }).toEqual({ status: 1, gone: ["only logged; rethrow", "a bare handler"] });
    expect(readFile(folder, PLAN).match(/Decisions about the failures/g)).toHaveLength(1);
  });

  it("is applied as it is", async () => {
    const folder = planProject({ "src/read.js": fixture("read.js"), [PLAN]: fixture(PLAN) });
    const { json } = await runAsJson(folder, "apply");
    expect(json).toMatchObject({ open: 0, settled: 6, left: [] });
  });
});

it("says where nothing is proposed and any code can be decided, which is no work by hand", async () => {
  const text = outdent`
    export function readNote(notes, name) {
      if (!notes.has(name)) throw new Error(\`File not found: \${name}\`);
    }
    export function sync(client) {
      throw new Error("Something is off");
    }
  `;
  const folder = planProject({ "src/read.js": text });
  await runAsJson(folder, "plan");
  decide(folder, "Error about something else", "UNAVAILABLE");
  await runHere(folder, "plan");
  expect(readFile(folder, PLAN)).not.toMatch(/- .*# by hand/);
  const { json } = await runAsJson(folder, "apply");
  expect(json).toMatchObject({ settled: 1, left: [] });
});

describe("plan --accept", () => {
  it("decides the places that are sure, and leaves the others of their group", async () => {
    const folder = planProject({
      "src/read.js": outdent`
        export function readNote(notes, name) {
          if (name.length > 80) throw new Error("NOT_FOUND: there is no note");
        }
        export function sync(client) {
          if (client.broken) throw new Error("It did not work somehow");
          throw new Error("Something is off");
        }
      `,
    });
    const { json } = await runAsJson(folder, "plan", "--accept", "0.9");
    const places = json.groups.flatMap(({ decision, places: all }: any) =>
      all.map((place: any) => ({ ...place, isDecided: (place.decision ?? decision) !== undefined })),
    );
    for (const { confidence = 0, isDecided } of places) expect(isDecided).toBe(confidence >= 0.9);
    expect(places.some(({ isDecided }: any) => isDecided)).toBe(true);
    decide(folder, "Error about something else", "skip");
    expect((await runAsJson(folder, "apply")).json.settled).toBe(1);
  });
});
