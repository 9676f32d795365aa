// no-error-leak, a fault: an error to the client of a web socket
import { load } from "../../lib.js";

export function serve(wss) {
  wss.on("connection", (ws) => {
    ws.on("message", async (path) => {
      try {
        ws.send(JSON.stringify({ text: await load(String(path)) }));
      } catch (error) {
        ws.send(JSON.stringify({ error: error.stack }));
      }
    });
  });
}
