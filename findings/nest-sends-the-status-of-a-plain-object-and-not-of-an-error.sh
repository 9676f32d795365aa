#!/usr/bin/env bash
# Handlers throw the same status and message in seven forms, without a filter of their own.
# Versions: @nestjs/core, common and platform-express 12.5.1, http-errors 2.0.1, on loopback.
# Expected by most: an Error with statusCode is answered with that status, as in Express and Fastify; a plain object is
# 500.
# What happens: the other way round. A plain object with statusCode and message goes to the client as it is; an Error
# with the same members is 500 without its words, whether it has `status`, `statusCode` or both. An Error needs `expose`
# as well, as http-errors has it.
# Seen on 2026-11-28: see the table below.
# What follows: errors of HTTP clients that reach Nest no longer leak their status, but a rejected body that is a plain
# object does, with its message; wrap what a client library throws before it leaves the handler.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts @nestjs/core@12.5.1 @nestjs/common@12.5.1 \
  @nestjs/platform-express@12.5.1 reflect-metadata@0.2.2 rxjs@7.8.2 http-errors@2.0.1 >/dev/null

cat >program.mjs <<'END'
import 'reflect-metadata';
import { Controller, Get, Module, NotFoundException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import createError from 'http-errors';

const values = {
  NotFoundException: () => new NotFoundException('no row'),
  'http-errors': () => createError(404, 'no row'),
  'error-with-statusCode': () => Object.assign(new Error('no row'), { statusCode: 404 }),
  'error-with-status': () => Object.assign(new Error('no row'), { status: 404 }),
  'error-with-both': () => Object.assign(new Error('no row'), { status: 404, statusCode: 404 }),
  'object-with-statusCode': () => ({ statusCode: 404, message: 'no row' }),
  'object-with-status': () => ({ status: 404, message: 'no row' }),
};
class Rows {}
for (const [way, make] of Object.entries(values)) {
  Rows.prototype[way] = () => {
    throw make();
  };
  Get(way)(Rows.prototype, way, Object.getOwnPropertyDescriptor(Rows.prototype, way));
}
Controller()(Rows);
class Application {}
Module({ controllers: [Rows] })(Application);

const application = await NestFactory.create(Application, { logger: false });
await application.listen(0, '127.0.0.1');
const { port } = application.getHttpServer().address();
for (const way of Object.keys(values)) {
  const response = await fetch(`http://127.0.0.1:${port}/${way}`);
  console.log(`${way}: ${response.status} ${await response.text()}`);
}
process.exit();
END

cat >expected.txt <<'END'
NotFoundException: 404 {"message":"no row","error":"Not Found","statusCode":404}
http-errors: 404 {"statusCode":404,"message":"no row"}
error-with-statusCode: 500 {"statusCode":500,"message":"Internal server error"}
error-with-status: 500 {"statusCode":500,"message":"Internal server error"}
error-with-both: 500 {"statusCode":500,"message":"Internal server error"}
object-with-statusCode: 404 {"statusCode":404,"message":"no row"}
object-with-status: 500 {"statusCode":500,"message":"Internal server error"}
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: a plain object with statusCode is sent with its status, an Error with the same members is a 500'
