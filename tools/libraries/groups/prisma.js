// Prisma generates its client from a schema, in TypeScript, without an engine of its own where it has an adapter.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import ts from "typescript";

export const packages = {
  prisma: "7.10.0",
  "@prisma/client": "7.10.0",
  "@prisma/adapter-pg": "7.10.0",
  "@electric-sql/pglite": "0.5.14",
  "@electric-sql/pglite-socket": "0.2.17",
  pg: "8.23.1",
};

const schema = `
generator client {
  provider            = "prisma-client"
  output              = "./client"
  importFileExtension = "js"
}
datasource db {
  provider = "postgresql"
}
model A {
  id Int    @id
  e  String @unique
  b  B[]
}
model B {
  id  Int @id
  aId Int
  a   A   @relation(fields: [aId], references: [id])
}
`;

const tables =
  'create table "A" (id int primary key, e text not null unique); insert into "A" values (1, \'x\'); ' +
  'create table "B" (id int primary key, "aId" int not null references "A" (id));';

/** Generates the client and returns its module. Only the engine for migrations would be fetched; none is needed. */
async function generate(folder) {
  const file = path.join(folder, "schema.prisma");
  writeFileSync(file, schema);
  const command = path.join(folder, "node_modules/prisma/build/index.js");
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: "1" };
  execFileSync(process.execPath, [command, "generate", "--schema", file], { cwd: folder, env, stdio: "ignore" });
  const output = path.join(folder, "client");
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  for (const name of readdirSync(output, { recursive: true }).filter((each) => each.endsWith(".ts"))) {
    const source = readFileSync(path.join(output, name), "utf8");
    const { outputText } = ts.transpileModule(source, { compilerOptions });
    writeFileSync(path.join(output, name.replace(/ts$/, "js")), outputText);
  }
  return import(pathToFileURL(path.join(output, "client.js")).href);
}

export async function run({ load, trial, findPort, folder }) {
  const { PrismaClient } = await generate(folder);
  const { PrismaPg } = await load("@prisma/adapter-pg");
  const { PGlite } = await load("@electric-sql/pglite");
  const { PGLiteSocketServer } = await load("@electric-sql/pglite-socket");
  const db = await PGlite.create();
  await db.exec(tables);
  const port = await findPort();
  const server = new PGLiteSocketServer({ db, port, host: "127.0.0.1", maxConnections: 20 });
  await server.start();
  const use = (at, job) => async () => {
    const connectionString = `postgres://postgres:x@127.0.0.1:${at}/template1`;
    const adapter = new PrismaPg({ connectionString, max: 1, connectionTimeoutMillis: 800 });
    const client = new PrismaClient({ adapter });
    try {
      return await job(client);
    } finally {
      await client.$disconnect();
    }
  };
  const jobs = [
    ["a duplicate", "ALREADY_EXISTS", ({ a }) => a.create({ data: { id: 2, e: "x" } })],
    ["a foreign key", "CONFLICT", ({ b }) => b.create({ data: { id: 1, aId: 99 } })],
    ["a row to change that is not there", "NOT_FOUND", ({ a }) => a.update({ where: { id: 9 }, data: { e: "z" } })],
    ["a row to read that is not there", "NOT_FOUND", ({ a }) => a.findUniqueOrThrow({ where: { id: 9 } })],
    ["an argument of the wrong type", "INTERNAL", ({ a }) => a.create({ data: { id: "x", e: "y" } })],
    ["a statement that is no SQL", "INTERNAL", (client) => client.$queryRawUnsafe("selec 1")],
    ["a transaction that took too long", "TIMEOUT", takeTooLong],
  ];
  for (const [failure, expected, job] of jobs) await trial("prisma", failure, expected, use(port, job));
  const list = ({ a }) => a.findMany();
  await trial("prisma", "a connection that is refused", "UNAVAILABLE", use(await findPort(), list));
  await server.stop();
}

const takeTooLong = (client) =>
  client.$transaction(
    async ({ a }) => {
      await a.findMany();
      await sleep(500);
      return a.findMany();
    },
    { timeout: 200 },
  );
