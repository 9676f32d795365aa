#!/usr/bin/env node
import { runCommand } from "./run-command.js";

const { stdout, stderr } = process;
// A reader that has read enough, such as `head`, closes the pipe.
stdout.on("error", () => process.exit());

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (text) => void stdout.write(`${text}\n`),
  note: (text) => void stderr.write(`${text}\n`),
});
