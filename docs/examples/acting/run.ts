import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { call, type User } from "./client.js";
import { createServer } from "./server.js";

const client = new Client({ name: "client", version: "1.0.0" });
const [near, far] = InMemoryTransport.createLinkedPair();
await Promise.all([createServer().connect(far), client.connect(near)]);

const user: User = { token: "secret", correct: () => Promise.resolve("ann@example.org") };
console.log(await call(client, user, "send_mail", { to: "ann", text: "Hello" }));
console.log(await call(client, user, "read_mail", { id: 7 }));
await client.close();
