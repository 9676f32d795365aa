// For the bin of the plugin, which has the same version: no promise to others.
export { describeToolFailures } from "../boundary/server/listed-failures.js";
export {
  CommandError,
  createRunner,
  exitCodes,
  parseArguments,
  toCommandError,
  type Command,
  type ExitCode,
  type OptionTable,
  type Terminal,
} from "./command.js";
export type { Block, FrameLine, Inline, Tone } from "./document.js";
export { writeMarkdown } from "./markdown.js";
export { writePage } from "./page.js";
export { createTerminal } from "./terminal.js";
