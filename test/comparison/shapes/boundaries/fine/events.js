// require-boundary, no fault: handlers of something else
import { EventEmitter } from "node:events";
import { load } from "../../lib.js";

const events = new EventEmitter();
events.on("tool", async () => load("a"));
export const routes = (app) => app.get("/tool", async (req, res) => res.send(await load("a")));
