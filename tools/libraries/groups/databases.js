import { execFileSync } from "node:child_process";
import path from "node:path";

export const packages = {
  "@electric-sql/pglite": "0.5.14",
  "@electric-sql/pglite-socket": "0.2.17",
  pg: "8.23.1",
  postgres: "3.4.9",
  "drizzle-orm": "0.45.4",
  knex: "3.3.0",
  sequelize: "6.37.8",
  typeorm: "1.1.1",
  mysql2: "3.24.6",
  mariadb: "3.5.4",
  "@libsql/client": "0.18.0",
  mongodb: "7.9.0",
  mongoose: "9.12.1",
  redis: "6.3.1",
  ioredis: "5.11.1",
  tedious: "19.2.2",
};

const schema =
  "create table a (id int primary key, e varchar(9) not null unique, n int check (n > 0)); " +
  "create table b (id int primary key, a int, foreign key (a) references a (id)); insert into a values (1, 'x', 1);";

const statements = [
  ["a duplicate", "insert into a values (1, 'y', 1)", "ALREADY_EXISTS"],
  ["a foreign key", "insert into b values (1, 99)", "CONFLICT"],
  ["a value that is missing", "insert into a values (3, null, 1)", "MISSING_INPUT"],
  ["a value that a check refuses", "insert into a values (4, 'q', -1)", "INVALID_INPUT"],
  ["a statement that is no SQL", "selec 1", "INTERNAL"],
];

export async function run(kit) {
  await runPostgres(kit);
  await runMySql(kit);
  await runOthers(kit);
  await runRedis(kit);
}

async function runPostgres({ load, trial, findPort, serveSilence }) {
  const { PGlite } = await load("@electric-sql/pglite");
  const { PGLiteSocketServer } = await load("@electric-sql/pglite-socket");
  const db = await PGlite.create();
  await db.exec(`${schema} create role reader;`);
  const port = await findPort();
  const server = new PGLiteSocketServer({ db, port, host: "127.0.0.1" });
  await server.start();
  const [dead, silent] = [await findPort(), await serveSilence()];
  const at = { host: "127.0.0.1", port, user: "postgres", database: "template1" };

  const { default: pg } = await load("pg");
  const query = async (text, more) => {
    const client = new pg.Client({ ...at, ...more });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return await client.query(text);
    } finally {
      await client.end();
    }
  };
  for (const [failure, text, expected] of statements) await trial("pg", failure, expected, () => query(text));
  await trial("pg", "a value of the wrong form", "INVALID_INPUT", () => query("select 'abc'::int"));
  await trial("pg", "a table that its role may not read", "PERMISSION_DENIED", () =>
    query("set role reader; select * from a"),
  );
  await db.exec("reset role");
  await trial("pg", "a connection that is refused", "UNAVAILABLE", () => query("select 1", { port: dead }));
  await trial("pg", "no connection in time", "TIMEOUT", () =>
    query("select 1", { port: silent, connectionTimeoutMillis: 300 }),
  );
  await trial("pg", "a server that ends the connection", "UNAVAILABLE", async () =>
    query("select 1", { port: await serveSilence(true) }),
  );

  const { drizzle } = await load("drizzle-orm/node-postgres");
  const { sql } = await load("drizzle-orm");
  const pool = new pg.Pool({ ...at, max: 1 });
  pool.on("error", () => undefined);
  await trial("drizzle-orm", "a duplicate", "ALREADY_EXISTS", () =>
    drizzle(pool).execute(sql`insert into a values (1, ${"y"}, 1)`),
  );
  await pool.end();
  const { default: knex } = await load("knex");
  const builder = knex({ client: "pg", connection: at, pool: { min: 0, max: 1 } });
  await trial("knex", "a duplicate", "ALREADY_EXISTS", () => builder("a").insert({ id: 1, e: "y" }));
  await builder.destroy();

  const { default: sequelize } = await load("sequelize");
  const connect = (to) =>
    new sequelize.Sequelize("template1", "postgres", "", {
      ...at,
      port: to,
      dialect: "postgres",
      logging: false,
      pool: { max: 1 },
    });
  const orm = connect(port);
  const column = { type: sequelize.DataTypes.STRING, validate: { len: [0, 9] } };
  const id = { type: sequelize.DataTypes.INTEGER, primaryKey: true };
  const model = orm.define("a", { id, e: column }, { tableName: "a", timestamps: false });
  await trial("sequelize", "a duplicate", "ALREADY_EXISTS", () => model.create({ id: 1, e: "y" }));
  await trial("sequelize", "a value that its validation refuses", "INVALID_INPUT", () =>
    model.create({ id: 5, e: "0123456789" }),
  );
  await trial("sequelize", "no row", "NOT_FOUND", () => model.findByPk(77, { rejectOnEmpty: true }));
  await orm.close();
  await trial("sequelize", "a connection that is refused", "UNAVAILABLE", () => connect(dead).query("select 1"));

  const { DataSource, EntitySchema } = await load("typeorm");
  const entity = new EntitySchema({ name: "a", columns: { id: { type: Number, primary: true }, e: { type: String } } });
  const source = await new DataSource({
    type: "postgres",
    host: at.host,
    port,
    username: "postgres",
    database: "template1",
    entities: [entity],
    extra: { max: 1 },
  }).initialize();
  await trial("typeorm", "a duplicate", "ALREADY_EXISTS", () => source.getRepository("a").insert({ id: 1, e: "y" }));
  await trial("typeorm", "no row", "NOT_FOUND", () => source.getRepository("a").findOneOrFail({ where: { id: 77 } }));
  await source.destroy();

  const { default: postgres } = await load("postgres");
  const client = postgres({ ...at, max: 1, onnotice() {} });
  for (const [failure, text, expected] of statements)
    await trial("postgres", failure, expected, () => client.unsafe(text));
  await client.end({ timeout: 1 });
  await trial("postgres", "no connection in time", "TIMEOUT", () =>
    postgres({ ...at, port: silent, connect_timeout: 1 }).unsafe("select 1"),
  );
  await server.stop();
  for (const [failure, text, expected] of statements)
    await trial("@electric-sql/pglite", failure, expected, () => db.query(text));
}

async function runMySql({ load, trial, findPort, start, isOpen, folder, serveSilence }) {
  const [port, dead] = [await findPort(), await findPort()];
  const data = path.join(folder, "mariadb");
  const options = [`--datadir=${data}`, `--port=${port}`, "--bind-address=127.0.0.1", `--socket=${folder}/db.sock`];
  const install = () => {
    const own = ["--auth-root-authentication-method=normal", `--user=${process.env.USER ?? "root"}`];
    execFileSync("mariadb-install-db", [`--datadir=${data}`, ...own], { stdio: "ignore" });
    return [...options, `--user=${process.env.USER ?? "root"}`];
  };
  const isInstalled = execFileSync("sh", ["-c", "command -v mariadbd || true"]).length > 0;
  const child = await start("mariadbd", isInstalled ? install() : [], () => isOpen(port));
  if (!child) return;
  const grant = "grant all on t.* to u@localhost";
  const setup = `create database t; create user u@localhost identified by 'p'; ${grant}; use t; ${schema}`;
  execFileSync("mariadb", ["-S", `${folder}/db.sock`, "-uroot", "-e", setup]);
  const at = { host: "127.0.0.1", port, user: "u", password: "p", database: "t", connectTimeout: 300 };
  const drivers = { mysql2: await load("mysql2/promise"), mariadb: (await load("mariadb")).default };
  for (const [name, { createConnection }] of Object.entries(drivers)) {
    const query = async (text, more) => {
      const connection = await createConnection({ ...at, ...more });
      try {
        return await connection.query(text);
      } finally {
        connection.destroy();
      }
    };
    for (const [failure, text, expected] of statements) await trial(name, failure, expected, () => query(text));
    await trial(name, "a wrong password", "UNAUTHENTICATED", () => query("select 1", { password: "q" }));
    await trial(name, "a connection that is refused", "UNAVAILABLE", () => query("select 1", { port: dead }));
    await trial(name, "no connection in time", "TIMEOUT", async () =>
      query("select 1", { port: await serveSilence() }),
    );
  }
}

async function runOthers({ load, trial, findPort }) {
  const dead = await findPort();
  const { createClient } = await load("@libsql/client");
  const lib = createClient({ url: ":memory:" });
  await lib.executeMultiple(`pragma foreign_keys = on; ${schema}`);
  for (const [failure, text, expected] of statements)
    await trial("@libsql/client", failure, expected, () => lib.execute(text));

  const { default: mongodb } = await load("mongodb");
  await trial("mongodb", "a connection that is refused", "UNAVAILABLE", async () => {
    const client = new mongodb.MongoClient(`mongodb://127.0.0.1:${dead}/`, { serverSelectionTimeoutMS: 300 });
    try {
      await client.connect();
    } finally {
      await client.close();
    }
  });
  const documents = [
    ["a duplicate", { code: 11000, codeName: "DuplicateKey" }, "ALREADY_EXISTS"],
    ["what its role may not do", { code: 13, codeName: "Unauthorized" }, "PERMISSION_DENIED"],
    ["a wrong password", { code: 18, codeName: "AuthenticationFailed" }, "UNAUTHENTICATED"],
    ["a query that took too long", { code: 50, codeName: "MaxTimeMSExpired" }, "TIMEOUT"],
    ["a write that met another", { code: 112, codeName: "WriteConflict" }, "CONFLICT"],
    ["another primary", { code: 10107, codeName: "NotWritablePrimary" }, "UNAVAILABLE"],
  ];
  for (const [failure, document, expected] of documents)
    await trial("mongodb", failure, expected, () => {
      throw new mongodb.MongoServerError({ ok: 0, errmsg: "m", ...document });
    });
  const { default: mongoose } = await load("mongoose");
  const model = mongoose.model("A", new mongoose.Schema({ n: { type: Number, min: 3, required: true } }));
  await trial("mongoose", "a document that breaks its schema", "INVALID_INPUT", () => new model({ n: 1 }).validate());
  await trial("mongoose", "an id that is none", "INVALID_INPUT", () => model.findById("zz").exec());

  const { RequestError, ConnectionError } = (await load("tedious")).default;
  const state = { state: 1, class: 14, serverName: "s", procName: "", lineNumber: 1 };
  for (const [number, failure, expected] of [
    [2627, "a duplicate", "ALREADY_EXISTS"],
    [547, "a foreign key", "CONFLICT"],
    [1205, "a deadlock", "CONFLICT"],
    [229, "what its role may not do", "PERMISSION_DENIED"],
  ])
    await trial("tedious", failure, expected, () => {
      throw Object.assign(new RequestError("m", "EREQUEST"), { number, ...state });
    });
  await trial("tedious", "a wrong password", "UNAUTHENTICATED", () => {
    throw new ConnectionError("m", "ELOGIN");
  });
}

async function runRedis({ load, trial, findPort, start, isOpen }) {
  const [port, dead] = [await findPort(), await findPort()];
  const options = ["--port", `${port}`, "--bind", "127.0.0.1", "--requirepass", "p", "--save", ""];
  if (!(await start("redis-server", options, () => isOpen(port)))) return;
  const { createClient } = await load("redis");
  const read = async (url) => {
    const client = createClient({ url, socket: { reconnectStrategy: false, connectTimeout: 500 } });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return await client.get("x");
    } finally {
      client.destroy();
    }
  };
  await trial("redis", "a wrong password", "UNAUTHENTICATED", () => read(`redis://:q@127.0.0.1:${port}`));
  await trial("redis", "no password", "UNAUTHENTICATED", () => read(`redis://127.0.0.1:${port}`));
  await trial("redis", "a connection that is refused", "UNAVAILABLE", () => read(`redis://127.0.0.1:${dead}`));
  await trial("redis", "a client that is closed", "UNAVAILABLE", () =>
    createClient({ url: `redis://127.0.0.1:${port}` }).get("x"),
  );
  const { default: Redis } = await load("ioredis");
  const open = (more) => {
    const client = new Redis({ host: "127.0.0.1", port, retryStrategy: () => null, maxRetriesPerRequest: 1, ...more });
    client.on("error", () => undefined);
    return client;
  };
  await trial("ioredis", "no password", "UNAUTHENTICATED", () => open({}).get("x"));
  await trial("ioredis", "a connection that is refused", "UNAVAILABLE", () => open({ port: dead }).get("x"));
  await trial("ioredis", "a command that took too long", "TIMEOUT", () =>
    open({ password: "p", commandTimeout: 100 }).blpop("l", 2),
  );
}
