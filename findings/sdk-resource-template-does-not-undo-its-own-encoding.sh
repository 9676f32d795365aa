#!/usr/bin/env bash
# A URI is made with the SDK's UriTemplate, read by a client, and the template's handler looks at its variable.
# Versions: @modelcontextprotocol/sdk 1.32.2, @modelcontextprotocol/server and /client 2.4.0, zod 4.6.7.
# Expected by most: what expand() encodes, match() decodes, so the handler gets the value that went in.
# What happens: expand() writes "Jane%20Doe" and "100%25"; match() and the handler's variables keep them so. A literal
# space in the URI also arrives encoded, because the URI goes through URL first.
# Seen on 2026-11-28: handler gets Jane%20Doe and 100%25 in both SDKs.
# What follows: a lookup by name finds nothing and says "not found" for existing rows; decodeURIComponent each
# variable, and answer a malformed one by -32602.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts @modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/server@2.4.0 @modelcontextprotocol/client@2.4.0 zod@4.6.7 >/dev/null

cat >program.mjs <<'END'
import { InMemoryTransport as Transport1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { McpServer as Server1, ResourceTemplate as Template1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { UriTemplate as Uri1 } from '@modelcontextprotocol/sdk/shared/uriTemplate.js';
import { Client as Client2 } from '@modelcontextprotocol/client';
import {
  InMemoryTransport as Transport2,
  McpServer as Server2,
  ResourceTemplate as Template2,
  UriTemplate as Uri2,
} from '@modelcontextprotocol/server';

const info = { name: 'probe', version: '1.0.0' };
const pattern = 'people://by-name/{name}';
const sdks = {
  '1.x': [Server1, Client1, Transport1, Template1, Uri1],
  '2.x': [Server2, Client2, Transport2, Template2, Uri2],
};
for (const [sdk, [Server, Client, Transport, Template, Uri]] of Object.entries(sdks)) {
  const server = new Server(info);
  server.registerResource('people', new Template(pattern, { list: undefined }), {}, (uri, { name }) => ({
    contents: [{ uri: uri.href, text: name }],
  }));
  const client = new Client(info);
  const [near, far] = Transport.createLinkedPair();
  await Promise.all([server.connect(near), client.connect(far)]);
  for (const name of ['Jane Doe', '100%']) {
    const template = new Uri(pattern);
    const uri = template.expand({ name });
    const { contents } = await client.readResource({ uri });
    console.log(`${sdk} "${name}": expand ${uri}, match ${template.match(uri).name}, handler ${contents[0].text}`);
  }
  const { contents } = await client.readResource({ uri: 'people://by-name/Jane Doe' });
  console.log(`${sdk} a literal space: handler ${contents[0].text}`);
  await client.close();
}
END

cat >expected.txt <<'END'
1.x "Jane Doe": expand people://by-name/Jane%20Doe, match Jane%20Doe, handler Jane%20Doe
1.x "100%": expand people://by-name/100%25, match 100%25, handler 100%25
1.x a literal space: handler Jane%20Doe
2.x "Jane Doe": expand people://by-name/Jane%20Doe, match Jane%20Doe, handler Jane%20Doe
2.x "100%": expand people://by-name/100%25, match 100%25, handler 100%25
2.x a literal space: handler Jane%20Doe
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: expand encodes, match and the handler give the encoded text in both SDKs'
