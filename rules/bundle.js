// Makes rules/lib, which the package ships: what `tsc` has built, in a few files, as Node takes longer to load hundreds
// of modules than to run them; its declarations; and the pages of the rules, which `explain` prints. The runtime is
// built in; any other package is the one that is installed. Builds may run side by side, so that no file is gone or
// half written at any moment.
import { build } from "esbuild";
import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const own = (name) => path.join(import.meta.dirname, name);
const lib = own("lib");
const { engines } = JSON.parse(fs.readFileSync(own("package.json"), "utf8"));

const runtime = {
  name: "runtime",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^error-contract(?:\/|$)/ }, ({ path: name }) => ({
      path: fileURLToPath(import.meta.resolve(name)),
    })),
};

const { outputFiles } = await build({
  entryPoints: { index: own("dist/index.js"), main: own("dist/command/main.js") },
  outdir: lib,
  chunkNames: "chunk-[hash]",
  bundle: true,
  splitting: true,
  write: false,
  format: "esm",
  platform: "node",
  target: `node${engines.node.match(/[\d.]+/)[0]}`,
  packages: "external",
  plugins: [runtime],
});
const declarations = copy(own("dist"), /^(?:index|plugin-types)\.d\.ts$/, ".");
const pages = copy(own("../docs/rules"), /\.md$/, "pages");
const files = new Map([...outputFiles.map(({ path: file, contents }) => [file, contents]), ...declarations, ...pages]);

for (const [file, contents] of files) write(file, contents);
for (const entry of fs.readdirSync(lib, { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.parentPath, entry.name);
  const isOld = entry.isFile() && /\.(?:js|ts|md)$/.test(file) && !files.has(file);
  if (isOld) fs.rmSync(file, { force: true });
}

/** The files of a folder with a name of this form, as they stand in a folder of rules/lib. */
function copy(from, name, to) {
  const names = fs.readdirSync(from).filter((each) => name.test(each));
  return names.map((each) => [path.join(lib, to, each), fs.readFileSync(path.join(from, each))]);
}

function write(file, contents) {
  if (fs.existsSync(file) && fs.readFileSync(file).equals(contents)) return;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const written = `${file}.${process.pid}`;
  fs.writeFileSync(written, contents);
  fs.renameSync(written, file);
}
