#!/usr/bin/env node
import { runCommand } from "./run-command.js";
import { createTerminal } from "error-contract/cli";

process.exitCode = await runCommand(process.argv.slice(2), createTerminal());
