// Counts how the functions of both packages are named, and how often comments say "what": see "Names" in
// docs/contributing.md.
//
//   npm run names [-- --list]      --list prints each name that does not say what its function does
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { parse } from "@typescript-eslint/parser";

const { values: args } = parseArgs({ options: { list: { type: "boolean", default: false } } });
const root = path.join(import.meta.dirname, "../..");
const verbs = new Set(readFileSync(path.join(import.meta.dirname, "verbs.txt"), "utf8").split(/\s+/));
// Names that a specification, ESLint or JavaScript has chosen.
const GIVEN = /^(?:constructor|create|toString|toJSON|next|return|throw|then|get|set|on[A-Z].*|[A-Z].*)$/;

for (const folder of ["rules", "src"]) {
  const files = sourceFiles(path.join(root, folder));
  const names = files.flatMap((file) => declaredFunctions(file).map((name) => ({ file, name })));
  const published = folder === "src" ? publishedNames(files) : new Set();
  const own = names.filter(({ name }) => !GIVEN.test(name) && !published.has(name));
  const others = own.filter(({ name }) => !saysWhatItDoes(name));
  const share = (100 * (own.length - others.length)) / own.length;
  const words = files.flatMap(wordsOfComments);
  const whats = words.filter((word) => word === "what").length;
  console.log(
    `${folder}: ${share.toFixed(1)} % of ${own.length} functions say what they do; ` +
      `${((1000 * whats) / words.length).toFixed(1)} "what" in 1,000 words of comments`,
  );
  if (args.list) for (const { file, name } of others) console.log(`  ${path.relative(root, file)}: ${name}`);
}

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return /^(?:dist|cjs|node_modules)$/.test(entry.name) ? [] : sourceFiles(file);
    return /(?<!\.d)\.ts$/.test(entry.name) ? [file] : [];
  });
}

/** The names of the functions and methods that a file declares. */
function declaredFunctions(file) {
  const found = [];
  visit(parse(readFileSync(file, "utf8"), { sourceType: "module" }), (node) => {
    const name = nameOfDeclaration(node);
    if (name !== undefined) found.push(name);
  });
  return found;
}

function nameOfDeclaration(node) {
  switch (node.type) {
    case "FunctionDeclaration":
      return node.id?.name;
    case "VariableDeclarator":
      return isFunction(node.init) && node.id.type === "Identifier" ? node.id.name : undefined;
    case "MethodDefinition":
      return node.kind === "method" && !node.computed ? node.key.name : undefined;
    default:
      return undefined;
  }
}

function isFunction(node) {
  return node?.type === "ArrowFunctionExpression" || node?.type === "FunctionExpression";
}

function saysWhatItDoes(name) {
  const [first = ""] = name.split(/(?=[A-Z])|[_\d]/);
  return verbs.has(first.toLowerCase());
}

/** The names that users of the runtime import: specifications and earlier versions have chosen them. */
function publishedNames(files) {
  const entries = files.filter((file) => /(?:^|\/)index\.ts$|\/(?:adapter|parts|otel|convert|redact)\.ts$/.test(file));
  return new Set(entries.flatMap(exportedNames));
}

function exportedNames(file) {
  return parse(readFileSync(file, "utf8"), { sourceType: "module" }).body.flatMap((node) => {
    if (node.type !== "ExportNamedDeclaration") return [];
    const { declaration } = node;
    const declared = declaration?.declarations?.map(({ id }) => id.name) ?? [declaration?.id?.name];
    return [...declared, ...node.specifiers.map(({ exported }) => exported.name)].filter(Boolean);
  });
}

function wordsOfComments(file) {
  const { comments } = parse(readFileSync(file, "utf8"), { comment: true, loc: true, range: true });
  return comments.flatMap(({ value }) => value.toLowerCase().match(/[a-z]+/g) ?? []);
}

function visit(node, callback) {
  if (Array.isArray(node)) for (const each of node) visit(each, callback);
  else if (typeof node?.type === "string") {
    callback(node);
    for (const [key, value] of Object.entries(node)) if (key !== "parent") visit(value, callback);
  }
}
