import type { LibraryRow } from "../../contract/library-row.js";

/** Of SQL itself, in PostgreSQL and whatever speaks its protocol. */
const sqlState: NonNullable<LibraryRow["means"]> = {
  already_exists: "23505",
  conflict: "23001 23503 23P01 40001 40002 40P01 27000",
  missing_input: "23502",
  invalid_input: "22* 23514 54000",
  internal: "22012 22P06 2200B 22P04",
  permission_denied: "42501 25006 0L* 0P000",
  unauthenticated: "28*",
  not_found: "P0002 02000",
  timeout: "57014 25P03 25P04",
  unavailable: "08* 53* 57P01 57P02 57P03 57P05 55P03 55006 58* F0*",
  data_corrupt: "XX001 XX002",
};

const postgres = "https://www.postgresql.org/docs/current/errcodes-appendix.html";

/** The numbers of MySQL and MariaDB, and their names; mysql2 gives numbers of MariaDB the names of MySQL. */
const mysql: NonNullable<LibraryRow["means"]> = {
  already_exists: "1022 1062 1169 1586 1859",
  conflict: "1020 1213 1216 1217 1451 1452 1613 1614",
  unavailable:
    "1021 1028 1037 1038 1040 1041 1053 1080 1114 1129 1203 1205 1226 1927 2002 2003 2006 2013 3572 4031 " +
    "PROTOCOL_CONNECTION_LOST PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR PROTOCOL_ENQUEUE_AFTER_QUIT POOL_CLOSED",
  timeout: "1969 3024 45012 45028 45039 PROTOCOL_SEQUENCE_TIMEOUT",
  cancelled: "1317",
  unauthenticated: "1045 1251 1698 1820 1862 3118 4151",
  permission_denied: "1044 1142 1143 1227 1290 1370 1410 1792 1836 3101",
  missing_input: "1048 1364 1171",
  invalid_input: "1153 1264 1265 1292 1366 1406 1411 1425 1690 3140 3141 3819 4025 3156 3988",
  data_corrupt: "1034 1035 1194 1195 1712 1877",
};

const mysqlNames: NonNullable<LibraryRow["means"]> = {
  already_exists: "ER_DUP_ENTRY ER_DUP_KEY ER_DUP_UNIQUE ER_DUP_ENTRY_WITH_KEY_NAME ER_FOREIGN_DUPLICATE_KEY",
  conflict:
    "ER_NO_REFERENCED_ROW ER_NO_REFERENCED_ROW_2 ER_ROW_IS_REFERENCED ER_ROW_IS_REFERENCED_2 ER_LOCK_DEADLOCK " +
    "ER_CHECKREAD ER_XA_RBDEADLOCK ER_XA_RBTIMEOUT",
  unavailable:
    "ER_LOCK_WAIT_TIMEOUT ER_LOCK_NOWAIT ER_CON_COUNT_ERROR ER_TOO_MANY_USER_CONNECTIONS ER_USER_LIMIT_REACHED " +
    "ER_SERVER_SHUTDOWN ER_NORMAL_SHUTDOWN ER_CONNECTION_KILLED ER_HOST_IS_BLOCKED ER_DISK_FULL " +
    "ER_RECORD_FILE_FULL " +
    "ER_OUT_OF_RESOURCES ER_OUTOFMEMORY ER_SOCKET_UNEXPECTED_CLOSE PROTOCOL_CONNECTION_LOST",
  timeout:
    "ER_QUERY_TIMEOUT ER_STATEMENT_TIMEOUT ER_CONNECTION_TIMEOUT ER_GET_CONNECTION_TIMEOUT ER_SOCKET_TIMEOUT " +
    "PROTOCOL_SEQUENCE_TIMEOUT",
  cancelled: "ER_QUERY_INTERRUPTED",
  unauthenticated:
    "ER_ACCESS_DENIED_ERROR ER_ACCESS_DENIED_NO_PASSWORD_ERROR ER_ACCOUNT_HAS_BEEN_LOCKED ER_MUST_CHANGE_PASSWORD",
  permission_denied:
    "ER_DBACCESS_DENIED_ERROR ER_TABLEACCESS_DENIED_ERROR ER_COLUMNACCESS_DENIED_ERROR ER_PROCACCESS_DENIED_ERROR " +
    "ER_SPECIFIC_ACCESS_DENIED_ERROR ER_OPTION_PREVENTS_STATEMENT ER_READ_ONLY_MODE " +
    "ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION",
  missing_input: "ER_BAD_NULL_ERROR ER_NO_DEFAULT_FOR_FIELD",
  invalid_input:
    "ER_DATA_TOO_LONG ER_TRUNCATED_WRONG_VALUE ER_TRUNCATED_WRONG_VALUE_FOR_FIELD ER_WARN_DATA_OUT_OF_RANGE " +
    "WARN_DATA_TRUNCATED " +
    "ER_DATA_OUT_OF_RANGE ER_CHECK_CONSTRAINT_VIOLATED ER_CONSTRAINT_FAILED ER_WRONG_VALUE_FOR_TYPE " +
    "ER_INVALID_JSON_TEXT " +
    "ER_NET_PACKET_TOO_LARGE",
  data_corrupt: "ER_CRASHED_ON_USAGE ER_CRASHED_ON_REPAIR ER_NOT_KEYFILE ER_INDEX_CORRUPT ER_TABLE_CORRUPT",
};

const mysqlPage = "https://dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html";

const sqliteNames: NonNullable<LibraryRow["means"]> = {
  already_exists: "SQLITE_CONSTRAINT_UNIQUE SQLITE_CONSTRAINT_PRIMARYKEY SQLITE_CONSTRAINT_ROWID",
  conflict: "SQLITE_CONSTRAINT_FOREIGNKEY SQLITE_CONSTRAINT_TRIGGER SQLITE_CONSTRAINT_COMMITHOOK",
  missing_input: "SQLITE_CONSTRAINT_NOTNULL",
  invalid_input: "SQLITE_CONSTRAINT_CHECK SQLITE_CONSTRAINT_DATATYPE SQLITE_TOOBIG SQLITE_MISMATCH",
  permission_denied: "SQLITE_READONLY* SQLITE_PERM SQLITE_AUTH*",
  unavailable: "SQLITE_BUSY* SQLITE_LOCKED* SQLITE_CANTOPEN* SQLITE_IOERR* SQLITE_FULL SQLITE_NOMEM SQLITE_NOLFS",
  cancelled: "SQLITE_INTERRUPT SQLITE_ABORT*",
  data_corrupt: "SQLITE_CORRUPT* SQLITE_NOTADB SQLITE_FORMAT",
};

const sqlitePage = "https://www.sqlite.org/rescode.html";

const mongo: NonNullable<LibraryRow["means"]> = {
  already_exists: "11000 11001 12582",
  unauthenticated: "18",
  permission_denied: "13 8000 31",
  timeout: "50 89 202 262 24",
  conflict: "112 225 244 246 251 85 86",
  invalid_input: "2 14 121 17280 10334 66",
  not_found: "26 47 43",
  unavailable:
    "6 7 9001 91 134 189 384 10058 10107 11600 11602 13435 13436 NetworkError SystemOverloadedError " +
    "RetryableWriteError RetryableReadError",
  rate_limited: "462 16500",
  cancelled: "11601 237",
};

/** Databases, their drivers and what stands above them. */
export const databaseRows: readonly LibraryRow[] = [
  {
    library: "pg 8.23, PGlite 0.5, postgres.js 3.4, Neon 1",
    packages: "pg @electric-sql/pglite postgres @neondatabase/serverless",
    source: postgres,
    members: { severity: "string", code: "^[0-9A-Z]{5}$" },
    means: sqlState,
  },
  {
    // `details` and `hint` are there, and null more often than not.
    library: "PostgREST 14, Supabase 2.109",
    packages: "@supabase/supabase-js @supabase/postgrest-js",
    source: "https://docs.postgrest.org/en/stable/references/errors.html",
    members: { hint: "any", details: "any", code: "string" },
    means: {
      ...sqlState,
      not_found: `${sqlState.not_found!} PGRST116`,
      unauthenticated: `${sqlState.unauthenticated!} PGRST301 PGRST302 PGRST303`,
      unavailable: `${sqlState.unavailable!} PGRST000 PGRST001 PGRST002`,
      timeout: `${sqlState.timeout!} PGRST003`,
    },
    says: { unavailable: ["TypeError: fetch failed"], cancelled: ["AbortError: "], timeout: ["TimeoutError: "] },
  },
  {
    library: "mysql2 3.24, mysql 2.18, MariaDB 3.5",
    packages: "mysql2 mysql mariadb",
    source: mysqlPage,
    members: { sqlState: "string", errno: "number" },
    at: "errno code sqlState",
    means: {
      ...mysql,
      conflict: `${mysql.conflict!} 40001`,
      unavailable: `${mysql.unavailable!} 08*`,
      unauthenticated: `${mysql.unauthenticated!} 28*`,
    },
  },
  { library: "mysql2 3.24, MariaDB 3.5", packages: "mysql2 mariadb", source: mysqlPage, means: mysqlNames },
  {
    library: "SQLite 3.53: node:sqlite",
    packages: "node:sqlite",
    source: sqlitePage,
    members: { errcode: "number", errstr: "string" },
    at: "errcode",
    means: {
      already_exists: "1555 2067 2579",
      conflict: "787 1811 531",
      missing_input: "1299",
      invalid_input: "275 3091 18 20",
      unavailable: "5 261 517 773 6 262 518 7 10 13 14 266 522 778 1034 1290 1546 1802 270 526 782 1038",
      permission_denied: "3 8 23 264 520 776 1032 1288 1544",
      cancelled: "4 9 516",
      data_corrupt: "11 26 24 267 523 779",
    },
  },
  {
    library: "better-sqlite3 12.11, libSQL 0.18, sqlite3 6",
    packages: "better-sqlite3 @libsql/client sqlite3",
    source: sqlitePage,
    members: { extendedCode: "string" },
    at: "extendedCode code",
    means: sqliteNames,
  },
  {
    library: "better-sqlite3 12.11, libSQL 0.18, sqlite3 6",
    packages: "better-sqlite3 @libsql/client sqlite3",
    source: sqlitePage,
    means: sqliteNames,
  },
  {
    library: "SQLite 3.53: sql.js 1.14, Cloudflare D1, sqlite3 6",
    packages: "sql.js sqlite3",
    source: sqlitePage,
    says: sayAll({
      already_exists: "UNIQUE constraint failed: ",
      conflict: "FOREIGN KEY constraint failed",
      missing_input: "NOT NULL constraint failed: ",
      invalid_input: "CHECK constraint failed: ",
    }),
  },
  {
    library: "MongoDB 7.9",
    packages: "mongodb mongoose",
    source: "https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml",
    members: { errorLabelSet: "object", code: "number" },
    at: "code errorLabelSet",
    means: mongo,
  },
  {
    library: "MongoDB 7.9: an answer of the server, also of many writes",
    packages: "mongodb mongoose",
    source: "https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml",
    members: { name: ["MongoServerError", "MongoBulkWriteError", "MongoWriteConcernError", "MongoError"] },
    at: "code errorLabels",
    means: mongo,
  },
  {
    library: "MongoDB 7.9",
    packages: "mongodb mongoose",
    source: "https://www.mongodb.com/docs/drivers/node/current/reference/errors",
    at: "name",
    means: {
      timeout: "MongoNetworkTimeoutError MongoOperationTimeoutError MongoWaitQueueTimeoutError",
      unavailable:
        "MongoNetworkError MongoNotConnectedError MongoTopologyClosedError MongoClientClosedError " +
        "MongoPoolClearedError " +
        "MongoPoolClosedError MongoStalePrimaryError MongoServerClosedError",
      invalid_input: "BSONError",
    },
  },
  {
    library: "MongoDB 7.9, mongoose 9.12: no server was found",
    packages: "mongodb mongoose",
    source: "https://www.mongodb.com/docs/drivers/node/current/reference/errors",
    at: "name",
    means: { unavailable: "MongoServerSelectionError MongooseServerSelectionError" },
    isGeneral: true,
  },
  {
    library: "mongoose 9.12",
    packages: "mongoose",
    source: "https://mongoosejs.com/docs/api/error.html",
    at: "name",
    means: { not_found: "DocumentNotFoundError", conflict: "VersionError ParallelSaveError DivergentArray" },
  },
  {
    library: "mongoose 9.12: a value that is no id, number or date",
    packages: "mongoose",
    source: "https://mongoosejs.com/docs/api/error.html",
    members: { stringValue: "string", kind: "string", path: "string" },
    otherwise: "invalid_input",
  },
  {
    library: "mongoose 9.12: a document that breaks its schema",
    packages: "mongoose",
    source: "https://mongoosejs.com/docs/api/error.html",
    members: { _message: "string", errors: "object" },
    otherwise: "invalid_input",
  },
  {
    library: "mongoose 9.12: no connection yet",
    packages: "mongoose",
    source: "https://mongoosejs.com/docs/guide.html#bufferCommands",
    members: { name: ["MongooseError"], message: "^Operation `.*` buffering timed out after " },
    otherwise: "timeout",
  },
  {
    library: "Prisma 7",
    packages: "@prisma/client",
    source: "https://www.prisma.io/docs/orm/reference/error-reference",
    members: { clientVersion: "string" },
    at: "code errorCode",
    means: prismaCodes(),
  },
  {
    library: "Prisma 7",
    packages: "@prisma/client",
    source: "https://www.prisma.io/docs/orm/reference/error-reference",
    means: prismaCodes(),
  },
  {
    library: "Sequelize 6.37",
    packages: "sequelize",
    source: "https://sequelize.org/api/v6/identifiers.html#errors",
    at: "name",
    means: {
      already_exists: "SequelizeUniqueConstraintError",
      conflict: "SequelizeForeignKeyConstraintError SequelizeExclusionConstraintError SequelizeOptimisticLockError",
      invalid_input: "SequelizeValidationError SequelizeValidationErrorItem",
      not_found: "SequelizeEmptyResultError",
      timeout: "SequelizeConnectionTimedOutError SequelizeConnectionAcquireTimeoutError SequelizeTimeoutError",
      unauthenticated: "SequelizeAccessDeniedError",
      unavailable:
        "SequelizeConnectionRefusedError SequelizeHostNotFoundError SequelizeHostNotReachableError " +
        "SequelizeInvalidConnectionError",
    },
  },
  {
    library: "Sequelize 6.37: a connection that failed",
    packages: "sequelize",
    source: "https://sequelize.org/api/v6/identifiers.html#errors",
    at: "name",
    means: { unavailable: "SequelizeConnectionError" },
    isGeneral: true,
  },
  {
    library: "TypeORM 1.1, MikroORM 7, Knex 3.3",
    packages: "typeorm @mikro-orm/* knex",
    source: "https://typeorm.io",
    at: "name",
    means: {
      not_found: "EntityNotFoundError",
      conflict: "OptimisticLockVersionMismatchError OptimisticLockError ForeignKeyConstraintViolationException",
      already_exists: "UniqueConstraintViolationException",
      missing_input: "NotNullConstraintViolationException",
      invalid_input: "CheckConstraintViolationException",
      timeout: "KnexTimeoutError",
    },
  },
  {
    library: "tedious 19.2, mssql 12.7",
    packages: "tedious mssql",
    source: "https://learn.microsoft.com/sql/relational-databases/errors-events/database-engine-events-and-errors",
    members: { number: "number", state: "number", class: "number" },
    at: "number",
    means: {
      already_exists: "2601 2627",
      conflict: "547 1205 3960 3961 41302 41305 41325",
      missing_input: "515",
      invalid_input: "220 241 242 245 248 2628 8114 8115 8152 8169",
      permission_denied: "229 230 262 297 300 916 3906",
      unauthenticated: "18452 18456 18470 18486 18487 18488",
      unavailable: "701 1222 10928 10929 10936 17142 40143 40197 40501 40540 40613 49918 49919 49920 4221",
      timeout: "-2",
    },
  },
  {
    library: "tedious 19.2, mssql 12.7",
    packages: "tedious mssql",
    source: "https://tediousjs.github.io/tedious/api-connection.html",
    means: { unauthenticated: "ELOGIN", unavailable: "ENOCONN ENOTOPEN ECONNCLOSED", cancelled: "ECANCEL EABORT" },
  },
  {
    library: "oracledb 7",
    packages: "oracledb",
    source: "https://docs.oracle.com/en/error-help/db",
    members: { errorNum: "number" },
    at: "errorNum",
    means: {
      already_exists: "1",
      conflict: "60 2291 2292 8177",
      missing_input: "1400 1407",
      invalid_input: "1401 1438 1722 1830 1843 1858 1861 2290 12899",
      permission_denied: "1031",
      unauthenticated: "1005 1017 28000 28001",
      unavailable: "54 1033 1034 1089 1090 3113 3114 3135 12154 12170 12514 12516 12520 12528 12537 12541 12545",
      cancelled: "1013",
    },
  },
  {
    library: "postgres.js 3.4",
    packages: "postgres",
    source: "https://github.com/porsager/postgres#error-handling",
    means: {
      timeout: "CONNECT_TIMEOUT",
      unavailable: "CONNECTION_CLOSED CONNECTION_ENDED CONNECTION_DESTROYED",
    },
  },
  {
    library: "pg 8.23: no connection",
    packages: "pg",
    source: "https://github.com/brianc/node-postgres",
    says: {
      timeout: [
        "timeout expired",
        "timeout exceeded when trying to connect",
        "Connection terminated due to connection timeout",
        "Query read timeout",
      ],
      unavailable: [
        "Connection terminated unexpectedly",
        "Connection terminated",
        "Client has encountered a connection error and is not queryable",
      ],
    },
  },
  {
    library: "ioredis 5.11, redis 6.3: no connection",
    packages: "ioredis redis @redis/client",
    source: "https://github.com/redis/ioredis",
    says: {
      unavailable: [
        "Connection is closed.",
        "The client is closed",
        "The client is offline",
        "Socket closed unexpectedly",
      ],
      timeout: ["Command timed out", "Connection timeout"],
    },
  },
  {
    library: "ioredis 5.11",
    packages: "ioredis",
    source: "https://github.com/redis/ioredis",
    at: "name",
    means: { unavailable: "MaxRetriesPerRequestError ClusterAllFailedError" },
    isGeneral: true,
  },
  {
    library: "Redis 7, Valkey 8: the word that begins an error of the protocol",
    packages: "ioredis redis @redis/client",
    source: "https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors",
    says: {
      unauthenticated: ["NOAUTH ", "WRONGPASS "],
      permission_denied: ["NOPERM "],
      already_exists: ["BUSYGROUP ", "BUSYKEY "],
      conflict: ["EXECABORT "],
      unavailable: [
        "LOADING ",
        "MASTERDOWN ",
        "CLUSTERDOWN ",
        "TRYAGAIN ",
        "MISCONF ",
        "NOREPLICAS ",
        "OOM command ",
        "BUSY Redis ",
        "READONLY You ",
      ],
    },
  },
];

function sayAll(constraints: Readonly<Record<string, string>>): NonNullable<LibraryRow["says"]> {
  const prefixes = ["", "D1_ERROR: ", "SQLITE_CONSTRAINT: "];
  return Object.fromEntries(
    Object.entries(constraints).map(([condition, text]) => [condition, prefixes.map((prefix) => prefix + text)]),
  );
}

function prismaCodes(): NonNullable<LibraryRow["means"]> {
  return {
    already_exists: "P2002",
    not_found: "P2001 P2015 P2018 P2025",
    conflict: "P2003 P2014 P2017 P2034",
    invalid_input: "P2000 P2004 P2005 P2006 P2007 P2019 P2020 P2033",
    missing_input: "P2011 P2012 P2013",
    timeout: "P1002 P1008 P2024 P2028 P6004",
    unavailable: "P1001 P1017 P2037 P6008 P6010",
    rate_limited: "P5011 P6003",
    unauthenticated: "P1000 P6002",
    permission_denied: "P1010",
    upstream_failed: "P1011 P5000 P5012",
  };
}
