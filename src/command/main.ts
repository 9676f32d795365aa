#!/usr/bin/env node
import { createTerminal } from "../cli/terminal.js";
import { runCommand } from "./run-command.js";

process.exitCode = await runCommand(process.argv.slice(2), createTerminal());
