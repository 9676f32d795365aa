// One process that writes to an audit log. It notes in a file of its own which entries were acknowledged: that note
// outlives the process, and is what the log is held against.
import fs from "node:fs";
import { openAuditLog } from "error-contract/audit-log";

const task = JSON.parse(process.argv[2]);
const notes = fs.openSync(task.notes, "a");
const refusals = {};
const until = task.milliseconds === undefined ? Infinity : Date.now() + task.milliseconds;
const isOver = () => Date.now() >= until || (task.stop !== undefined && fs.existsSync(task.stop));
let number = 0;

const log = openAuditLog(task.log, {
  writer: task.name,
  onRecovery: ({ kind }) => fs.writeSync(notes, `notice ${kind}\n`),
  ...task.options,
  ...(task.jumps && { now: jumpingClock }),
});
await Promise.all(Array.from({ length: task.concurrency ?? 1 }, handler));
await log.close();
fs.writeSync(notes, `end ${JSON.stringify(refusals)}\n`);

/** As a server's handlers do: one failure after the other, each waiting until it is written. */
async function handler() {
  while (number < (task.entries ?? Infinity) && !isOver()) {
    const id = `${task.name}-${process.pid}-${++number}`;
    const record = { contract: "kaiza", envelope: envelopeOf(id) };
    try {
      if (task.sync || number % 10 === 0) log.writeSync(record);
      else await log.write(record);
      fs.writeSync(notes, `written ${id}\n`);
    } catch (error) {
      if (!(error.code in refusals)) fs.writeSync(notes, `refused ${error.code}\n`);
      refusals[error.code] = (refusals[error.code] ?? 0) + 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

function envelopeOf(id) {
  const [least, most] = task.bytes ?? [200, 200];
  // Mostly small; a line of several pages is what a kill can tear.
  const length = least + Math.floor((most - least) * Math.random() ** 4);
  return { error_code: "FILE_READ_FAILED", human_message: "x".repeat(length), tool_name: "read_file", session_id: id };
}

function jumpingClock() {
  const jump = Math.floor(Math.random() * 5);
  if (jump === 0) throw new Error("no clock");
  return [NaN, Date.now(), Date.now() - 3e11, Date.now() + 3e11][jump - 1];
}
