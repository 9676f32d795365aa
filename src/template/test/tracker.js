import { once } from "node:events";
import http from "node:http";

/** Starts a tracker that has issue 7, wants a pause at issue 8 once, and is broken at issue 9. */
export async function startTracker(port = 0) {
  let isBusy = true;
  const listener = http.createServer(({ url }, response) => {
    const send = (value) => response.setHeader("content-type", "application/json").end(JSON.stringify(value));
    if (url === "/issues") return send(["The door squeaks"]);
    const id = Number(/^\/issues\/(\d+)$/.exec(url)?.[1]);
    if (id === 9) return response.writeHead(500).end();
    if (id === 8 && isBusy) {
      isBusy = false;
      return response.writeHead(429, { "retry-after": "0" }).end();
    }
    if (id !== 7 && id !== 8) return response.writeHead(404).end();
    send({ title: "The door squeaks", state: "open" });
  });
  await once(listener.listen(port, "127.0.0.1"), "listening");
  return { address: `http://127.0.0.1:${listener.address().port}`, close: () => listener.close() };
}
