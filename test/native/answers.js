import fs from "node:fs";
import path from "node:path";
import parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import { collectNodes } from "../../rules/dist/syntax/source-file.js";
import { findServicesFacts } from "../../rules/dist/types/parser-services.js";
import { findNativeFacts } from "../../rules/dist/types/native/native-facts.js";

// Names in types, imports and exports stand for something, but have no type of their own that a rule asks for.
const NAMED = /^TS(?:TypeReference|QualifiedName|InterfaceHeritage|ClassImplements|Type(?:Parameter|Query|Predicate))/;
const TYPED =
  /Identifier|Expression|^Literal|TemplateLiteral|^TS(?:\w+Type|\w+Keyword|TypeReference)$|ClassDeclaration/;

/** Asks both providers every question about every n-th node of a project's files, and gives what differs. */
export function answersIn({ folder, files }, packageName, every) {
  const counts = { asked: 0, printed: 0, differ: {} };
  for (const file of files) {
    const sourceCode = linted(file, folder);
    const native = sourceCode && findNativeFacts(file, sourceCode, { package: packageName, timeout: 60 });
    if (!native) continue;
    const providers = [findServicesFacts(sourceCode), native];
    for (const [index, node] of [...collectNodes(sourceCode)].entries()) {
      if (index % every !== 0 || !TYPED.test(node.type)) continue;
      counts.asked++;
      for (const [name, ask] of Object.entries(questionsAbout(node))) {
        const [one, other] = providers.map((facts) => ask(facts));
        if (asText(one) === asText(other)) continue;
        if (asText(one, true) === asText(other, true)) counts.printed++;
        else (counts.differ[name] ??= []).push({ where: place(node, file, folder), services: one, native: other });
      }
    }
  }
  return counts;
}

function questionsAbout(node) {
  const origin = (facts) => facts.origin(node);
  const holder = node.parent?.type === "MemberExpression" ? node.parent.parent : node.parent;
  if (NAMED.test(holder?.type ?? "") || /Specifier$|MetaProperty/.test(node.parent?.type ?? "")) return { origin };
  const questions = {
    origin,
    members: (facts) => facts.members(node),
    property: (facts) => facts.property(node, "message"),
    propertyValues: (facts) => facts.propertyValues(node, "code"),
  };
  if (!/^(?:Call|New)Expression$/.test(node.type)) return questions;
  const place = { argument: 0, property: undefined };
  const [value] = node.arguments.filter(({ type }) => type !== "SpreadElement");
  return {
    ...questions,
    parameterWith: (facts) => facts.parameterWith(node, "cause"),
    parameterTakes: (facts) => facts.parameterTakes(node, place, value),
  };
}

function linted(file, folder) {
  let sourceCode;
  const listen = (context) => ({
    Program: () => {
      sourceCode = context.sourceCode;
    },
  });
  const config = {
    files: ["**/*.*"],
    languageOptions: { parser, parserOptions: { projectService: true, tsconfigRootDir: folder } },
    linterOptions: { noInlineConfig: true },
    plugins: { test: { rules: { listen: { create: listen } } } },
    rules: { "test/listen": "error" },
  };
  new Linter({ cwd: folder }).verify(fs.readFileSync(file, "utf8"), [config], { filename: file });
  return sourceCode;
}

/** The members of a union have no order; how a type without a name is printed is no answer. */
function asText(answer, withoutPrinted = false) {
  if (!Array.isArray(answer)) return JSON.stringify(answer);
  const parts = answer.map((part) => {
    const isPrinted =
      withoutPrinted && part?.name !== undefined && part.origin === undefined && part.value === undefined;
    return JSON.stringify(isPrinted ? { ...part, name: "" } : part);
  });
  return parts.sort().join();
}

function place({ type, loc }, file, folder) {
  return `${path.relative(folder, file)}:${loc.start.line}:${loc.start.column + 1} ${type}`;
}
