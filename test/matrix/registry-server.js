// A registry of npm packages on this machine alone, until its standard input ends: `node registry-server.js FOLDER`,
// where FOLDER has verdaccio installed. Says its address. Our packages are only those that are published to it; all
// others it fetches from the registry that $UPLINK names, with the certificates of the file $UPLINK_CA.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const folder = process.argv[2];
const { runServer } = createRequire(path.join(folder, "package.json"))("verdaccio");
const { UPLINK: url, UPLINK_CA: ca } = process.env;

const ours = { access: "$all", publish: "$authenticated" };
const app = await runServer({
  self_path: path.join(folder, "config.yaml"),
  storage: path.join(folder, "storage"),
  auth: { htpasswd: { file: path.join(folder, "htpasswd"), max_users: 1 } },
  uplinks: { npm: { url, maxage: "1h", ...(ca ? { ca: fs.readFileSync(ca, "utf8") } : {}) } },
  packages: {
    "error-contract": ours,
    "eslint-plugin-error-contract": ours,
    "**": { access: "$all", proxy: "npm" },
  },
  web: { enable: false },
  // Its notes would name the uplink.
  log: { type: "stdout", level: "fatal" },
});

const server = app.listen(0, "127.0.0.1", () => {
  const { port } = (server.address ? server : app).address();
  console.log(`http://127.0.0.1:${port}/`);
});
process.stdin.on("end", () => process.exit()).resume();
