import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  openAuditLog,
  verifyAuditLog,
  type AuditLogOptions,
  type AuditProblemKind,
  type AuditVerifyOptions,
} from "error-contract/audit-log";
import { beforeAll, describe, expect, test } from "vitest";
import { root } from "../kit/page.js";
import { record, temporaryFolder } from "./log-folder.js";

/** The lines of each file, by its name, in the order of the log. */
type Files = Map<string, string[]>;

/**
 * What shows a manipulation: a problem, the list of torn lines, or only the `chains` of an earlier check, or a key.
 */
type Shown = AuditProblemKind | "torn" | "earlier" | "key";

type Change = (files: Files) => void;

/** What is done, in the words of the page, and the file and the line of the first problem, counted from 0 and 1. */
type Manipulation = readonly [
  name: string,
  shown: Shown,
  at: readonly [file: number, line: number] | undefined,
  change: Change,
];

const hash = (line: string): string => createHash("sha256").update(line).digest("hex");

const key = "the key of this log";

/** Two writers, the second opened after four entries of the first, in three files of about five entries. */
async function writeLog(more: AuditLogOptions = { rotate: { size: 1_500 } }): Promise<Files> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "audit-log-"));
  const file = path.join(folder, "audit-log.jsonl");
  const open = (writer: string) => openAuditLog(file, { chain: true, fsync: false, writer, ...more });
  const first = open("first");
  for (let n = 0; n < 4; n++) first.writeSync(record(`early ${n}`));
  const second = open("second");
  for (let n = 0; n < 10; n++) (n % 2 ? first : second).writeSync(record(`later ${n}`));
  await Promise.all([first.close(), second.close()]);
  const files = readLog(folder);
  fs.rmSync(folder, { recursive: true });
  return files;
}

function readLog(folder: string): Files {
  const names = fs
    .readdirSync(folder)
    .sort((a, b) => (a === "audit-log.jsonl" ? 1 : b === "audit-log.jsonl" ? -1 : a < b ? -1 : 1));
  return new Map(
    names.map((name) => [name, fs.readFileSync(path.join(folder, name), "utf8").split("\n").slice(0, -1)]),
  );
}

let original: Files;
let other: Files;
let signed: Files;
beforeAll(async () => {
  original = await writeLog();
  other = await writeLog();
  signed = await writeLog({ rotate: { size: 1_900 }, key });
});

const nameAt = (files: Files, index: number): string => [...files.keys()].at(index)!;
const linesAt = (files: Files, index: number): string[] => files.get(nameAt(files, index))!;

/** Changes the entry in a line. */
function edit(file: number, line: number, change: (entry: any) => any): Change {
  return (files) => {
    const lines = linesAt(files, file);
    const entry = JSON.parse(lines[line - 1]!);
    lines[line - 1] = JSON.stringify(change(entry) ?? entry);
  };
}

/** Changes the entry, and the hashes of its writer's later entries so that they fit. */
function editWithHashes(file: number, line: number, upTo = Infinity): Change {
  return (files) => {
    const { writer, sequence } = JSON.parse(linesAt(files, file)[line - 1]!).audit;
    edit(file, line, (entry) => void (entry.human_message = "nothing happened"))(files);
    let previous = hash(linesAt(files, file)[line - 1]!);
    for (const lines of files.values()) {
      lines.forEach((text, index) => {
        const entry = JSON.parse(text);
        if (entry.audit.writer !== writer || entry.audit.sequence <= sequence || entry.audit.sequence > upTo) return;
        entry.audit.previous = previous;
        lines[index] = JSON.stringify(entry);
        previous = hash(lines[index]);
      });
    }
  };
}

const splice =
  (file: number, line: number, remove: number, ...insert: readonly string[]): Change =>
  (files) => {
    linesAt(files, file).splice(line - 1, remove, ...insert);
  };

const removeWriter =
  (name: string): Change =>
  (files) => {
    for (const [file, lines] of files)
      files.set(
        file,
        lines.filter((line) => !line.includes(`"writer":"${name}/`)),
      );
  };

const beginning = '{"audit":{"time":"x';

const changeAll =
  (change: (line: string) => string): Change =>
  (files) => {
    for (const [name, lines] of files) files.set(name, lines.map(change));
  };

function rename(files: Files, index: number, name: string): void {
  const renamed = [...files].map(([key, lines], position) => [position === index ? name : key, lines] as const);
  files.clear();
  for (const [key, lines] of renamed) files.set(key, lines);
}

/** Manipulations that are shown alike. */
const shownAs = (
  shown: Shown,
  at: Manipulation[2],
  changes: Readonly<Record<string, Change>>,
): readonly Manipulation[] => Object.entries(changes).map(([name, change]) => [name, shown, at, change]);

const manipulations: readonly Manipulation[] = [
  ...shownAs("altered", [0, 2], {
    "A message is changed": edit(0, 2, (entry) => void (entry.human_message = "x")),
    "A code is changed": edit(0, 2, (entry) => void (entry.error_code = "INTERNAL_ERROR")),
    "A time is changed": edit(0, 2, ({ audit }) => void (audit.time = "2026-01-01T00:00:00.000Z")),
    "A member is added": edit(0, 2, (entry) => void (entry.role = "WINDSURF")),
    "A member is taken out": edit(0, 2, (entry) => {
      delete entry.human_message;
    }),
    "Members change places": edit(0, 2, ({ audit, ...rest }) => ({
      audit,
      ...Object.fromEntries(Object.entries(rest).reverse()),
    })),
    "A hash is changed": edit(0, 2, ({ audit }) => void (audit.previous = "0".repeat(64))),
    "A hash is made null": edit(0, 2, ({ audit }) => void (audit.previous = null)),
    "A line is cut": (files) => splice(0, 2, 1, linesAt(files, 0)[1]!.slice(0, 90))(files),
  }),
  ...shownAs("foreign", [0, 2], {
    "An entry is written with other spaces": (files) =>
      splice(0, 2, 1, linesAt(files, 0)[1]!.replace("{", "{ "))(files),
  }),
  ...shownAs("missing", [0, 2], {
    "A writer's name is changed": edit(0, 2, ({ audit }) => void (audit.writer = "third/0123456789ab")),
    "A number is changed": edit(0, 2, ({ audit }) => void (audit.sequence = 40)),
    "A line is deleted": splice(0, 2, 1),
  }),
  ...shownAs("foreign", [0, 1], {
    "A number is made 0": edit(0, 1, ({ audit }) => void (audit.sequence = 0)),
    "A file of the number 0 hides that the first lines are deleted": (files) => {
      const rest = new Map(files);
      linesAt(files, 0).splice(0, 3);
      files.clear();
      files.set("audit-log.000000-01234567.jsonl", [beginning]);
      for (const [name, lines] of rest) files.set(name, lines);
    },
    "A file of the number 0 hides that the first file is deleted": (files) => {
      rename(files, 0, "audit-log.000000-01234567.jsonl");
      files.set(nameAt(files, 0), ["\0All is well."]);
    },
  }),
  ...shownAs("unchained", [0, 2], {
    "Number and hash are taken out of an entry": edit(0, 2, ({ audit }) => {
      delete audit.sequence;
      delete audit.previous;
    }),
  }),
  ...shownAs("altered", [0, 3], {
    "An entry and the hash in the next are changed": editWithHashes(0, 2, 3),
  }),
  ...shownAs("missing", [0, 5], {
    "An entry and all later hashes of its writer are changed, before another began": editWithHashes(0, 2),
  }),
  ...shownAs("earlier", undefined, {
    "An entry and all later hashes of its writer are changed, after the others began": editWithHashes(1, 1),
    "All lines of the last writer are deleted": removeWriter("second"),
    "The last lines are deleted": (files) => void linesAt(files, -1).splice(-2),
    "Numbers and hashes are taken out of all entries": changeAll((line) =>
      line.replace(/,"sequence":\d+,"previous":(?:null|"\w+")/, ""),
    ),
    "The whole log is rewritten": (files) => {
      files.clear();
      for (const [name, lines] of other) files.set(name, [...lines]);
    },
  }),
  ...shownAs("missing", [0, 1], {
    "The first line is deleted": splice(0, 1, 1),
    "The first lines are deleted": splice(0, 1, 3),
    "All lines of the first writer are deleted": removeWriter("first"),
    "The first file is deleted": (files) => void files.delete(nameAt(files, 0)),
  }),
  ...shownAs("missing", [0, 3], {
    "A line is made empty": splice(0, 2, 1, ""),
  }),
  ...shownAs("altered", [-1, 2], {
    "The last line is cut": (files) => void linesAt(files, -1).push(linesAt(files, -1).pop()!.slice(0, 90)),
    "The last line is hidden behind the beginning of an entry": (files) =>
      void linesAt(files, -1).push(beginning + linesAt(files, -1).pop()!),
  }),
  ...shownAs("torn", [-1, 2], {
    "The last line is cut, with its end": (files) =>
      void linesAt(files, -1).push(linesAt(files, -1).pop()!.slice(0, 90)),
  }),
  ...shownAs("foreign", [1, 2], {
    "A line of prose is inserted": splice(1, 2, 0, "All is well."),
    "JSON of something else is inserted": splice(1, 2, 0, '{"message":"All is well."}'),
    "Prose is inserted behind a NUL": splice(1, 2, 0, "\0All is well."),
    "A line longer than an entry can be is inserted": splice(1, 2, 0, `${beginning}${"x".repeat(64 * 1024 * 1024)}`),
  }),
  ...shownAs("unchained", [1, 2], {
    "An entry without number is inserted": splice(
      1,
      2,
      0,
      '{"audit":{"time":"2026-01-01T00:00:00.000Z","contract":"kaiza","writer":"me"}}',
    ),
  }),
  ...shownAs("unchained", [0, 1], {
    "An entry is inserted before the first": splice(
      0,
      1,
      0,
      '{"audit":{"time":"2026-01-01T00:00:00.000Z","contract":"kaiza","writer":"me"}}',
    ),
  }),
  ...shownAs("repeated", [1, 3], {
    "An entry is there twice": (files) => splice(1, 3, 0, linesAt(files, 1)[0]!)(files),
  }),
  ...shownAs("missing", [1, 2], {
    "An entry of another log is inserted": (files) => splice(1, 2, 0, linesAt(other, 1)[0]!)(files),
  }),
  ...shownAs("altered", [1, 2], {
    "The beginning of an entry is inserted": splice(1, 2, 0, '{"audit":{"time":"2026-'),
    "A line is hidden behind the beginning of an entry": (files) =>
      splice(1, 2, 1, beginning + linesAt(files, 1)[1]!)(files),
    "A line of zeros is inserted": splice(1, 2, 0, "\0\0\0\0"),
  }),
  ...shownAs("altered", [0, 1], {
    "All lines are hidden behind the beginning of an entry": changeAll((line) => beginning + line),
    "All lines are hidden behind many such beginnings": changeAll((line) => beginning.repeat(50) + line),
    "All lines are hidden and spoiled": changeAll((line) => beginning + line.slice(2)),
  }),
  ...shownAs("key", undefined, {
    "A chain of somebody else's is added": (files) => {
      const lines = linesAt(files, -1);
      lines.push(
        JSON.stringify({
          audit: {
            time: "2026-01-01T00:00:00.000Z",
            contract: "kaiza",
            writer: "me",
            sequence: 1,
            previous: hash(lines.at(-1)!),
          },
        }),
      );
    },
  }),
  ...shownAs("reordered", [0, 2], {
    "Two lines change places": (files) => {
      const lines = linesAt(files, 0);
      [lines[1], lines[2]] = [lines[2]!, lines[1]!];
    },
  }),
  ...shownAs("missing", [1, 1], {
    "A file in the middle is deleted": (files) => void files.delete(nameAt(files, 1)),
    "A full file is emptied": (files) => void linesAt(files, 1).splice(0),
    "A file gets another name": (files) => rename(files, 1, "audit-log.jsonl.1"),
  }),
  ...shownAs("missing", undefined, {
    "The newest file is deleted": (files) => void files.delete("audit-log.jsonl"),
  }),
  ...shownAs("reordered", [0, 1], {
    "Two files change names": (files) => {
      const [one, two] = [linesAt(files, 0), linesAt(files, 1)];
      files.set(nameAt(files, 0), two).set(nameAt(files, 1), one);
    },
  }),
];

/** What a key shows, though whoever did it has computed all hashes anew. */
const isShownByKey = (name: string, shown: Shown): boolean =>
  shown === "key" || /rewritten|all later hashes|all entries/.test(name);

/** The last file has no end of a line where that is cut. */
async function verify(change: Change, from = original, options: AuditVerifyOptions = {}, isOpen = false) {
  const files: Files = new Map([...from].map(([name, lines]) => [name, [...lines]]));
  change(files);
  const folder = temporaryFolder();
  for (const [name, lines] of files) {
    const text = lines.map((line) => `${line}\n`).join("");
    fs.writeFileSync(path.join(folder, name), isOpen && name === "audit-log.jsonl" ? text.slice(0, -1) : text);
  }
  const result = await verifyAuditLog(path.join(folder, "audit-log.jsonl"), options);
  return { ...result, names: result.files.map((file) => path.basename(file)) };
}

const nothing: Change = () => undefined;

test("the log is whole as it is, with a key and an earlier check too", async () => {
  expect(original.size).toBe(3);
  const { chains, ...result } = await verify(nothing);
  expect(result).toMatchObject({ ok: true, entries: 14, torn: [], problems: [] });
  expect(await verify(nothing, original, { earlier: chains })).toMatchObject({ ok: true });
  expect(await verify(nothing, signed)).toMatchObject({ ok: true, entries: 14 });
  expect(await verify(nothing, signed, { key })).toMatchObject({ ok: true, entries: 14 });
  expect((await verify(nothing, signed, { key: "another" })).problems).toHaveLength(14);
});

describe.each(manipulations)("%s", (name, shown, at, change) => {
  test(`is shown by: ${shown}`, async () => {
    const { ok, problems, torn, names } = await verify(change, original, {}, shown === "torn");
    if (shown === "earlier" || shown === "key" || shown === "torn") {
      expect({ ok, problems }).toEqual({ ok: true, problems: [] });
    } else {
      expect(ok).toBe(false);
      expect(problems[0]!.kind).toBe(shown);
    }
    const place = shown === "torn" ? torn[0] : problems[0];
    if (at) expect([path.basename(place!.file), place!.line]).toEqual([names.at(at[0]), at[1]]);
  });

  if (shown === "earlier" || shown === "torn")
    test("is shown by the chains of an earlier check", async () => {
      const { chains } = await verify(nothing);
      expect(await verify(change, original, { earlier: chains }, shown === "torn")).toMatchObject({ ok: false });
    });

  if (isShownByKey(name, shown))
    test("is shown by the key of a log that has one", async () => {
      const { ok, problems } = await verify(change, signed, { key });
      expect(ok).toBe(false);
      expect(problems.map(({ kind }) => kind)).toContain("unsigned");
    });
});

test("the page lists them, and what shows each", () => {
  const rows = fs
    .readFileSync(path.join(root, "docs/guides/audit-log-verify.md"), "utf8")
    .matchAll(/^\| ([^|]+?) +\| (`\w+`|torn line)[^|]*\|$/gm);
  const listed = Array.from(rows, ([, name, shown]) => [name, shown!.replaceAll("`", "").replace("torn line", "torn")]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(manipulations.map(([name, shown]) => [name, shown])));
  expect(listed).toHaveLength(53);
});
