// For the bin of the plugin, which has the same version: no promise to others.
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
export { createTerminal } from "./terminal.js";
