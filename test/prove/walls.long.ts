import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { installedFolder, nodeBinary } from "../kit/installed.js";
import { temporaryFolder } from "../kit/project.js";
import { createVictims, findCell, harmServer, proveAs } from "./wall-kit.js";

const sqlite = "better-sqlite3@13.2.0";

/** A database with two notes, and how many are left. */
function createDatabase(node: string): { readonly database: string; readonly count: () => number } {
  const database = path.join(temporaryFolder(), "notes.db");
  const run = (sql: string): string => {
    const script = `const { DatabaseSync } = require("node:sqlite");
      const rows = new DatabaseSync(${JSON.stringify(database)}).prepare(${JSON.stringify(sql)}).all();
      console.log(JSON.stringify(rows));`;
    return spawnSync(node, ["-e", script], { encoding: "utf8" }).stdout;
  };
  run("CREATE TABLE notes (text TEXT)");
  run("INSERT INTO notes VALUES ('bread'), ('milk')");
  return { database, count: () => JSON.parse(run("SELECT count(*) AS count FROM notes"))[0].count };
}

const columns = ["valid", "unknown", "ENOENT"].flatMap((name) => ["--column", name]);
/** What a server may write to: nothing, or a copy of the database. */
const ways = [
  ["", () => []],
  [" in a copy", (database: string) => ["--writable", path.dirname(database)]],
] as const;

describe.each(["22.23.3", "24.21.0"])("on Node %s", (version) => {
  it.each(ways)("rows that a tool deletes with node:sqlite%s are still there", async (_how, allow) => {
    const node = await nodeBinary(version);
    const { database, count } = createDatabase(node);
    const { targets, listHarm } = await createVictims();
    const command = ["--", node, harmServer, JSON.stringify({ ...targets, database })];
    const proof = await proveAs([], [...allow(database), "--only", "harm", ...columns, ...command]);
    expect(findCell(proof, "harm", "valid").verdict).toBe("kept");
    expect([count(), listHarm()]).toEqual([2, []]);
  });
});

describe("a native add-on for SQLite, on Node 24", () => {
  const install = () => installedFolder([sqlite, "mcp-server-sqlite@0.0.2"], ["--ignore-scripts"]);

  it.each(ways)("rows that a tool deletes%s are still there", async (_how, allow) => {
    const node = await nodeBinary("24.21.0");
    const addon = path.join(await install(), "node_modules/better-sqlite3");
    const { database, count } = createDatabase(node);
    const command = ["--", node, harmServer, JSON.stringify({ database, addon })];
    const proof = await proveAs([], [...allow(database), "--only", "harm", ...columns, ...command]);
    expect(findCell(proof, "harm", "valid").verdict).toBe("kept");
    expect(count()).toBe(2);
  });

  it.each(ways)("what a public server is told to delete and drop%s is still there", async (how, allow) => {
    const node = await nodeBinary("24.21.0");
    const folder = await install();
    // Its own copy of the add-on is of a version that has to be compiled.
    fs.rmSync(path.join(folder, "node_modules/mcp-server-sqlite/node_modules/better-sqlite3"), {
      recursive: true,
      force: true,
    });
    const { database, count } = createDatabase(node);
    const inputs = path.join(temporaryFolder(), "inputs.json");
    fs.writeFileSync(
      inputs,
      JSON.stringify({ execute: { sql: "DELETE FROM notes" }, "drop-table": { name: "notes" } }),
    );
    const server = path.join(folder, "node_modules/mcp-server-sqlite/dist/cli.js");
    const options = [...allow(database), "--inputs", inputs, "--only", "execute", "--only", "drop-table"];
    const env = { SQLITE_DB_PATH: database };
    const proof = await proveAs([], [...options, ...columns, "--", node, server], env);
    expect(proof.walls.files).toBe(true);
    // In its copy, it does what it is told.
    const isDone = ["execute", "drop-table"].map((name) => findCell(proof, name, "valid").verdict === "kept");
    expect(isDone).toEqual(how === "" ? [false, false] : [true, true]);
    expect(count()).toBe(2);
  });
});
