import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { randomFrom } from "./random.js";

const modules = path.join(import.meta.dirname, "../../node_modules");
const NOUNS = ["order", "invoice", "session", "plan", "patch", "report", "channel", "policy"];
const TSCONFIG = {
  compilerOptions: {
    target: "ES2022",
    module: "NodeNext",
    moduleResolution: "NodeNext",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ["node"],
  },
  include: ["src/**/*.ts"],
};

/**
 * Writes a workspace of MCP servers that keep to no contract: each package has a tsconfig of its own, and each file
 * about ten findings in 180 lines.
 *
 * @param {{ packages: number, perPackage: number, seed: number }} options
 * @returns {{ folder: string, files: number }}
 */
export function writeRawCorpus({ packages, perPackage, seed }) {
  const folder = mkdtempSync(path.join(tmpdir(), "error-contract-bench-"));
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: "bench-workspace", private: true }));
  const random = randomFrom(seed);
  for (let number = 0; number < packages; number++) {
    const root = path.join(folder, `packages/server-${number}`);
    mkdirSync(path.join(root, "src"), { recursive: true });
    symlinkSync(modules, path.join(root, "node_modules"), "dir");
    writeFileSync(path.join(root, "package.json"), JSON.stringify({ name: `server-${number}`, type: "module" }));
    writeFileSync(path.join(root, "tsconfig.json"), JSON.stringify(TSCONFIG));
    for (let file = 0; file < perPackage; file++) {
      // Files lean on those before them.
      const other = file === 0 ? undefined : random.below(file);
      writeFileSync(path.join(root, `src/tools-${file}.ts`), toolsFile(random.pick(NOUNS), other));
    }
  }
  return { folder, files: packages * perPackage };
}

const quietPart = (noun) => `
interface ${noun}Row {
  readonly id: string;
  readonly size: number;
  readonly tags: readonly string[];
}

export function sum${noun}(rows: readonly ${noun}Row[], limit = 10) {
  const sizes = new Map<string, number>();
  for (const { id, size, tags } of rows) {
    for (const tag of tags) sizes.set(tag, (sizes.get(tag) ?? 0) + size);
    if (!tags.length) sizes.set(id, size);
  }
  const sorted = [...sizes].sort(([, one], [, other]) => other - one).slice(0, limit);
  return sorted.map(([name, size]) => \`\${name.padEnd(20)} \${size.toFixed(2)}\`).join("\\n");
}
`;

function toolsFile(noun, other) {
  const Noun = noun.charAt(0).toUpperCase() + noun.slice(1);
  const loadedBefore =
    other === undefined
      ? "const before = async (id: string) => [id];"
      : `import { load as before } from "./tools-${other}.js";`;
  return `import { readFile, writeFile } from "node:fs/promises";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
${loadedBefore}

const ${Noun} = z.object({ id: z.string(), size: z.number().default(1), tags: z.array(z.string()).optional() });

export async function load(id: string) {
  if (id === "") throw new Error("The ${noun} id is required");
  const text = await readFile(\`/var/data/\${id}.json\`, "utf8").catch(() => "{}");
  try {
    return [...(await before(id)), ${Noun}.parse(JSON.parse(text)).id];
  } catch (error) {
    console.error("Failed to load ${noun}", error);
    return [];
  }
}

async function save(id: string, text: string) {
  const parsed = ${Noun}.safeParse(JSON.parse(text));
  if (!parsed.success) return { success: false, error: parsed.error.message };
  await writeFile(\`/var/data/\${id}.json\`, JSON.stringify(parsed.data));
  return { success: true };
}

async function check(id: string) {
  const found = await load(id);
  if (found.length === 0) throw new TypeError(\`Unknown ${noun} \${id}\`);
  for (const each of found) {
    const message = await save(each, "{}").then(String, (error) => error.stack);
    if (message.includes("not found")) return Promise.reject("No ${noun}");
  }
  return found;
}

export function register(server: McpServer) {
  server.registerTool("check_${noun}", { inputSchema: { id: z.string() } }, async ({ id }) => {
    try {
      const result = await check(id);
      return { content: [{ type: "text", text: JSON.stringify(result) }] };
    } catch (error) {
      return { content: [{ type: "text", text: \`Error: \${error}\` }], isError: true };
    }
  });
  server.registerTool("save_${noun}", { inputSchema: { id: z.string(), text: z.string() } }, async ({ id, text }) => {
    const saved = await save(id, text);
    if (!saved.success) throw new Error(\`Could not save ${noun} \${id}: \${saved.error}\`);
    return { content: [{ type: "text", text: "Saved" }] };
  });
}
${NOUNS.slice(0, 7).map(quietPart).join("")}`;
}
