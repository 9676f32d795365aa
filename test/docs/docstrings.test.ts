// What an editor and the reference show of an export: what it is, its unit, its default, what it throws, and where its
// specification asks for it. Examples run.
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { listModules } from "../../site/build/reference.js";
import { runEach } from "../kit/printed.js";
import { projectWith } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";

const modules = [...listModules()];
const program = ts.createProgram(
  modules.map(([, file]) => file),
  { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, types: ["node"], skipLibCheck: true, strict: true },
);
const checker = program.getTypeChecker();

interface Export {
  readonly name: string;
  readonly symbol: ts.Symbol;
  readonly file: string;
}

/** Each export once, under the first module that has it. */
const exported = new Map<ts.Symbol, Export>();
for (const [module, file] of modules)
  for (const found of checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!)) {
    const symbol = found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
    const declaredIn = symbol.declarations![0]!.getSourceFile().fileName;
    if (!exported.has(symbol)) exported.set(symbol, { name: `${module}: ${found.name}`, symbol, file: declaredIn });
  }
const all = [...exported.values()];

const textOf = ({ symbol }: Export) => ts.displayPartsToString(symbol.getDocumentationComment(checker));
const tagsOf = ({ symbol }: Export) =>
  symbol.getJsDocTags(checker).map(({ name, text }) => ({ name, text: ts.displayPartsToString(text) }));
const hasTag = (each: Export, wanted: string) => tagsOf(each).some(({ name }) => name === wanted);
const namesOf = (found: readonly Export[]) => found.map(({ name }) => name);

const isFunction = ({ symbol }: Export) =>
  symbol.flags & ts.SymbolFlags.Value && !(symbol.flags & ts.SymbolFlags.Class)
    ? checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0
    : false;
// What has ended throws for one release, and shows nobody how to use it.
const functions = all.filter((each) => isFunction(each) && !each.file.endsWith("/ended.ts"));

/** The members of an exported interface or class that others may use. */
const members = all.flatMap(({ name, symbol }) =>
  (symbol.declarations ?? []).flatMap((declaration) => {
    if (!ts.isInterfaceDeclaration(declaration) && !ts.isClassDeclaration(declaration)) return [];
    return declaration.members.flatMap((member) => {
      if (ts.isClassStaticBlockDeclaration(member)) return [];
      const isHidden = ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private;
      if (isHidden || (member.name && ts.isPrivateIdentifier(member.name))) return [];
      const comments = ts.getJSDocCommentsAndTags(member).map((comment) => comment.getText());
      return [{ name: `${name}.${member.name?.getText() ?? "()"}`, member, comment: comments.join(" ") }];
    });
  }),
);
const optionsOf = members.filter(({ name, member }) => {
  const isOptional = ts.isPropertySignature(member) && member.questionToken !== undefined;
  return isOptional && /Options\.[^.]+$/.test(name);
});
const numbers = members.filter(
  ({ member }) =>
    ts.isPropertySignature(member) &&
    member.type !== undefined &&
    /^(?:readonly )?number(?: \| (?:undefined|null))*$/.test(member.type.getText()),
);

describe("the docstrings of the exports", () => {
  it("are there, for each", () => {
    expect(namesOf(all.filter((each) => textOf(each) === ""))).toEqual([]);
  });

  it("are there for each member of an interface or a class", () => {
    expect(members.length).toBeGreaterThan(300);
    expect(members.filter(({ comment }) => comment === "").map(({ name }) => name)).toEqual([]);
  });

  it("name the default of an option, or what happens without it", () => {
    const says = /\bdefault|\bwithout\b|\bunless\b/i;
    expect(optionsOf.filter(({ comment }) => !says.test(comment)).map(({ name }) => name)).toEqual([]);
  });

  it("name the unit of a number", () => {
    const measures = /second|byte|character|UTF-16|status|number|line|length|value on the wire|exit code/i;
    const counts = /how (?:many|often|long)|from 1/i;
    const unit = new RegExp(`${measures.source}|${counts.source}`, "i");
    expect(numbers.filter(({ comment }) => !unit.test(comment)).map(({ name }) => name)).toEqual([]);
  });

  it("say what a function throws, or that it throws nothing", () => {
    const isSilent = (each: Export) => !hasTag(each, "throws") && !/throws/i.test(textOf(each));
    expect(namesOf(functions.filter(isSilent))).toEqual([]);
  });

  it("name the section of the specification that a function of its contract fulfils", () => {
    const ofSpecification = functions.filter(({ file }) => /\/contracts\/(?!standard|[a-z-]+\.ts)/.test(file));
    const says = (each: Export) =>
      /specification \d{3}|section \d/i.test([textOf(each), ...tagsOf(each).map(({ text }) => text)].join(" "));
    expect(ofSpecification.length).toBeGreaterThan(40);
    expect(namesOf(ofSpecification.filter((each) => !says(each)))).toEqual([]);
  });
});

describe("the examples of the functions", () => {
  const examples = functions.map((each) => {
    const texts = tagsOf(each).flatMap(({ name, text }) => (name === "example" ? [text] : []));
    return { name: each.name, code: /^```js\n([^]*)^```$/m.exec(texts.join("\n"))?.[1] ?? "", count: texts.length };
  });

  it("are there, one for each", () => {
    expect(examples.filter(({ code, count }) => code === "" || count !== 1).map(({ name }) => name)).toEqual([]);
  });

  // A comment of an example is what it prints.
  it("print what stands in their comments", async () => {
    const runs = examples.filter(({ code }) => !code.includes("node:test"));
    const { printed, stderr } = await runEach(runs.map(({ code }) => code));
    const shown = ({ name, code }: { readonly name: string; readonly code: string }) => ({
      name,
      output: Array.from(code.matchAll(/(?:^|\s)\/\/ (.*)$/gm), ([, line]) => `${line}\n`).join(""),
    });
    expect(runs.map(({ name }, index) => ({ name, output: printed[index] }))).toEqual(runs.map(shown));
    expect(stderr).toBe("");
  });

  it("of tests pass under a runner", async () => {
    const runs = examples.filter(({ code }) => code.includes("node:test"));
    expect(runs).toHaveLength(1);
    const { status, stdout } = await runNode(["--test", "example.test.mjs"], {
      cwd: projectWith({ "example.test.mjs": runs[0]!.code }),
      // Node's runner does not start in a process that is one of its tests.
      env: { NODE_TEST_CONTEXT: undefined },
    });
    expect(status, stdout).toBe(0);
  });
});
