import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { fileURLToPath } from "node:url";
import { verifyAuditLog } from "error-contract/audit-log";

const writer = fileURLToPath(new URL("writer.js", import.meta.url));

/** A folder of its own for a scenario: the log, and the notes of those who write it. */
export async function inFolder(run) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "audit-log-stress-"));
  try {
    return await run({ folder, log: path.join(folder, "log", "audit-log.jsonl"), notes: path.join(folder, "notes") });
  } finally {
    // A writer that was killed may still be about to create a file.
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

export const range = (length) => Array.from({ length }, (_, index) => index);
export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Starts one writer. `ended` resolves with how it ended, `busy` when it was told of its first entry, or ended. */
export function startWriter({ log, notes }, task) {
  fs.mkdirSync(path.dirname(log), { recursive: true });
  fs.mkdirSync(notes, { recursive: true });
  const own = path.join(notes, `${task.name}.txt`);
  const child = spawn(process.execPath, [writer, JSON.stringify({ ...task, log, notes: own })], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal })));
  return { child, ended, busy: untilBusy(child, own) };
}

async function untilBusy(child, notes) {
  const isBusy = () => fs.existsSync(notes) && fs.readFileSync(notes, "utf8").includes("written");
  while (child.exitCode === null && child.signalCode === null && !isBusy()) await pause(5);
}

/** Whether one of the writers noted that so far. */
export const isNoted = ({ notes }, what) =>
  fs.readdirSync(notes).some((name) => fs.readFileSync(path.join(notes, name), "utf8").includes(what));

/** Waits until it holds, a minute at most. */
export async function until(holds, otherwise) {
  for (const end = Date.now() + 60_000; !holds(); await pause(5)) expect(Date.now() < end, otherwise);
}

/** Starts several writers and waits for all of them to end well. */
export async function runWriters(place, tasks) {
  const endings = await Promise.all(tasks.map((task) => startWriter(place, task).ended));
  endings.forEach(({ code, signal }) => expect(code === 0, `a writer ended with ${code ?? signal}`));
}

/**
 * Holds the log against the notes: every acknowledged entry is there once, and the chains are whole.
 *
 * @param files the files of the log, if others than its own moved them.
 */
export async function checked({ log, notes }, files) {
  const result = await verifyAuditLog(files ?? log);
  const problem = result.problems[0];
  expect(result.ok, `${result.problems.length} problems, the first: ${problem && JSON.stringify(problem)}`);

  const times = new Map();
  for (const file of result.files) {
    for await (const id of idsOf(file)) times.set(id, (times.get(id) ?? 0) + 1);
  }
  const { acknowledged, refusals, notices } = told(notes);
  const wrong = acknowledged.filter((id) => times.get(id) !== 1);
  expect(wrong.length === 0, `${wrong.length} acknowledged entries not there once, such as ${wrong[0]}`);
  return {
    acknowledged: acknowledged.length,
    entries: result.entries,
    chains: result.chains.length,
    torn: result.torn.length,
    files: result.files.length,
    refusals,
    notices,
  };
}

/** What plain readers of JSON Lines see. */
async function* idsOf(file) {
  for await (const line of readline.createInterface({ input: fs.createReadStream(file) })) {
    try {
      yield JSON.parse(line).session_id;
    } catch {
      // A torn line.
    }
  }
}

function told(notes) {
  const lines = fs.readdirSync(notes).flatMap((name) => fs.readFileSync(path.join(notes, name), "utf8").split("\n"));
  const after = (word) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const refusals = {};
  for (const [code, count] of after("end").flatMap((text) => Object.entries(JSON.parse(text)))) {
    refusals[code] = (refusals[code] ?? 0) + count;
  }
  const notices = {};
  for (const kind of after("notice")) notices[kind] = (notices[kind] ?? 0) + 1;
  return { acknowledged: after("written"), refusals, notices };
}

export function expect(holds, otherwise) {
  if (!holds) throw new Error(otherwise);
}
