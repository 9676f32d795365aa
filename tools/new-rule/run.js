// Makes a rule with its test and page, green at once: see "A rule is three files" in docs/contributing.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { printPage, printRule, printTest } from "./templates.js";

const USAGE = `npm run new:rule -- NAME

Writes rules/NAME.ts, test/rules/NAME.test.ts and docs/rules/NAME.md, and adds the rule to rules/index.ts, in no preset
yet. The rule reports a made-up call until you write its own. Then run \`npm run docs\`.

  NAME           the rule's name: no-, require-, prefer-, valid- or match-, then words, as in no-silent-retry
  --root FOLDER  the checkout; this one by default
`;

// As eslint.config.js knows the files of rules.
const NAME = /^(?:no|require|prefer|valid|match)(?:-[a-z][a-z0-9]*)+$/;
const IMPORT = /^import \w+ from "\.\/((?:no|require|prefer|valid|match)-[a-z0-9-]+)\.js";$/;
const ENTRY = /^ {2}"([a-z0-9-]+)": \w+,$/;

const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: { root: { type: "string" }, help: { type: "boolean", default: false } },
});

function create(name, root) {
  const files = {
    [`rules/${name}.ts`]: printRule(name),
    [`test/rules/${name}.test.ts`]: printTest(name),
    [`docs/rules/${name}.md`]: printPage(name),
  };
  const taken = Object.keys(files).find((file) => existsSync(path.join(root, file)));
  if (taken) fail(`${taken} is there already; choose another name.`);
  const index = path.join(root, "rules/index.ts");
  const text = readFileSync(index, "utf8");
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  }
  writeFileSync(index, addToIndex(text, name));
  const written = [...Object.keys(files), "rules/index.ts"];
  console.log(
    `${written.map((file) => `wrote ${file}`).join("\n")}\n\nNext: npm run docs, then npx vitest run ${name}`,
  );
}

/** Adds the import of a rule and its line in the table, each in the order of names. */
function addToIndex(text, name) {
  const variable = name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const lines = insert(text.split("\n"), IMPORT, name, `import ${variable} from "./${name}.js";`);
  return insert(lines, ENTRY, name, `  "${name}": ${variable},`).join("\n");
}

function insert(lines, pattern, name, line) {
  const at = lines.findLastIndex((each) => (pattern.exec(each)?.[1] ?? name) < name);
  const first = lines.findIndex((each) => pattern.test(each));
  return lines.toSpliced(at < 0 ? first : at + 1, 0, line);
}

function fail(message) {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}

const [name, ...others] = positionals;
if (args.help) console.log(USAGE);
else if (name === undefined || others.length > 0) fail("NAME: expected one name of a rule.");
else if (!NAME.test(name)) fail(`NAME: expected a name such as no-silent-retry; found ${name}.`);
else create(name, args.root ?? path.join(import.meta.dirname, "../.."));
