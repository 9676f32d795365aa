import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

/** A port of the loopback address on which nothing listens. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
