// Loaded with `--import` before a server that is proved: from the first call of a tool on, what leaves the process and
// what writes fails, and so does what the fault of a call is about. Nothing of the server is changed.
import module from "node:module";
import { isMainThread } from "node:worker_threads";
import type { PreloadSettings } from "../faults/report-lines.js";
import { failChildren } from "./fail-children.js";
import { failFiles } from "./fail-files.js";
import { failNetwork } from "./fail-network.js";
import { followThreads } from "./follow-threads.js";
import { watchInput } from "./watch-input.js";

const { search } = new URL(import.meta.url);
const settings = JSON.parse(decodeURIComponent(search.slice(1))) as PreloadSettings;
await failFiles(settings);
failNetwork(settings);
failChildren(import.meta.url);
followThreads(import.meta.url);
if (isMainThread) watchInput();
// Named imports of an ES module are copies.
module.syncBuiltinESMExports();
