#!/usr/bin/env bash
# Handlers of a server with a filter for every exception throw, return a rejected promise, and return a StreamableFile
# whose file is missing or whose stream breaks before its first byte.
# Versions: @nestjs/core, common and platform-express 12.5.1, on loopback.
# Expected by most: the filter sees each failure; without one a server's own fault is a 500.
# What happens: a StreamableFile that fails is answered 400 "Bad Request" as text, whatever the error was, a missing
# file and a NotFoundException of Nest too, and the filter is not asked. It is logged.
# Seen on 2026-11-28: see the table below.
# What follows: alarms that count 5xx do not hear of a disk that fails, and clients correct a request that was right;
# open the file before it is returned, or call setErrorHandler on each StreamableFile.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts @nestjs/core@12.5.1 @nestjs/common@12.5.1 \
  @nestjs/platform-express@12.5.1 reflect-metadata@0.2.2 rxjs@7.8.2 >/dev/null

cat >program.mjs <<'END'
import 'reflect-metadata';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { Catch, Controller, Get, Module, NotFoundException, StreamableFile } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

const failing = (error) => new StreamableFile(new Readable({ read() { this.destroy(error); } }));
const ways = {
  thrown: () => {
    throw new Error('disk gone');
  },
  rejected: () => Promise.reject(new NotFoundException('no row')),
  'missing-file': () => new StreamableFile(createReadStream('nowhere.txt')),
  'broken-stream': () => failing(new Error('disk gone')),
  'stream-of-nest': () => failing(new NotFoundException('no row')),
};
class Files {}
for (const [way, run] of Object.entries(ways)) {
  Files.prototype[way] = run;
  Get(way)(Files.prototype, way, Object.getOwnPropertyDescriptor(Files.prototype, way));
}
Controller()(Files);
class Application {}
Module({ controllers: [Files] })(Application);
const seen = [];
class Everything {
  catch(error, host) {
    seen.push(error.message);
    host.switchToHttp().getResponse().status(503).send('by the filter');
  }
}
Catch()(Everything);

const application = await NestFactory.create(Application, { logger: false });
application.useGlobalFilters(new Everything());
await application.listen(0, '127.0.0.1');
const { port } = application.getHttpServer().address();
for (const way of Object.keys(ways)) {
  seen.length = 0;
  const response = await fetch(`http://127.0.0.1:${port}/${way}`);
  console.log(`${way}: ${response.status} ${JSON.stringify(await response.text())}, the filter saw ${seen.join() || 'nothing'}`);
}
process.exit();
END

cat >expected.txt <<'END'
thrown: 503 "by the filter", the filter saw disk gone
rejected: 503 "by the filter", the filter saw no row
missing-file: 400 "Bad Request", the filter saw nothing
broken-stream: 400 "Bad Request", the filter saw nothing
stream-of-nest: 400 "Bad Request", the filter saw nothing
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: a StreamableFile that fails is a 400 that no filter sees, whatever failed'
