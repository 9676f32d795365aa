import { rememberFor } from "../syntax/remember.js";
import { nameOfFile } from "./module-file.js";
import { type WorkspaceFile, listImportingFiles, findWorkspace, isTestFile } from "./workspace-files.js";

/** A feature of an error that a line of code expects: its class, a field, a code or a text. */
interface Expectation {
  readonly kind: "class" | "field" | "code" | "text";
  readonly expected: string | RegExp;
  /** The texts on the same line. */
  readonly beside: readonly string[];
  readonly line: number;
}

const CLASS = new RegExp(
  String.raw`\binstanceof\s+(?:[\w$]+\.)*([A-Z][\w$]*)|` +
    String.raw`(?:toThrow(?:Error)?|toBeInstanceOf|rejectedWith|instance[Oo]f|\.throws?|throws|rejects)` +
    String.raw`\((?:[^"'\`\n]*,\s*)?(?:[\w$]+\.)*([A-Z][\w$]*)\s*[,)]|` +
    String.raw`\.name\b[^"'\n]{0,20}["']([A-Z][\w$]*)["']`,
  "g",
);
/** `PlanError as Problem` in the braces of an import or export. */
const RENAMED = /[{,]\s*([A-Z][\w$]*)\s+as\s+([A-Z][\w$]*)(?=\s*[,}])/g;
const FIELD = /\b(?:e|ex|err|error|caught|reason|failure|thrown|[\w$]*(?:Err|Error))[?!]?\.([a-z_$][\w$]*)/g;
const CODE = /["'`.]([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g;
const COMPARES =
  /[!=]==?|\bcase\b|to(?:Be|Equal|StrictEqual|Contain|Match|Have\w*)\(|[eE]qual\(|includes\(|assert|expect/;
const EXPECTS_TEXT = new RegExp(
  String.raw`(?:toThrow(?:Error)?|rejectedWith|\.throws?|throws|rejects)\(|` +
    String.raw`\b(?:message|text)\b\)?\s*(?:[!=]==|[.:,])|toMatch\(|toContain\(|\.match\(`,
);
const STRING = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;
const PATTERN = /[(:,=]\s*\/((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/g;
const SPEAKS_OF_ERRORS = /instanceof|toThrow|toBeInstanceOf|throws|rejects|rejectedWith|message|\.name\b|[eE]rr/;
/** The words of a line that may expect something of an error. */
const MAY_EXPECT = new RegExp(
  String.raw`instanceof|[iI]nstanceOf|hrows?\b|rejects|rejectedWith|[!=]==?|\bcase\b|to[A-Z]\w+\(|qual\(|` +
    String.raw`includes\(|match\(|message|assert|expect`,
);
const IS_COMMENT = /^\s*(?:\/\/|\*)/;
/** Shorter texts stand in too many messages. */
const LEAST_LENGTH = 4;
/** A sentence of this length is about one message, whoever calls. */
const TELLING_LENGTH = 12;

/** Source text that a change replaces, its replacement, and the replaced text with its surroundings. */
export interface ReplacedCode {
  readonly before: string;
  readonly after: string;
  readonly around?: string;
  /** Names of classes that a value has before the change only, and that any file may ask for. */
  readonly classes?: readonly string[];
}

/**
 * Finds code of the workspace that depends on code that a change removes: a class, a sentence of the message, or a
 * field, code or text in a file that imports the changed one. `undefined` where nothing is found.
 */
export function findExpectation(replaced: ReplacedCode, filename: string, inTestsOnly: boolean): string | undefined {
  for (const { line, isTest } of findExpectations(replaced, filename)) if (isTest || !inTestsOnly) return line;
  return undefined;
}

/** A line of code that depends on code that a change removes. */
interface FoundExpectation {
  /** `test/read.test.ts:12` */
  readonly line: string;
  readonly isTest: boolean;
}

/** Finds in each file of the workspace the first line that depends on code that a change removes. */
export function* findExpectations(
  { before, after, around = before, classes = [] }: ReplacedCode,
  filename: string,
): Generator<FoundExpectation> {
  const workspace = findWorkspace(filename);
  if (!workspace) return;
  const { root, files } = workspace;
  const change = describeChange(describeCode(before), describeCode(after), describeCode(around));
  for (const file of files.values()) {
    // Who imports the changed file is asked last, since all files are read for it.
    const mayDepend = (each: Expectation) =>
      (each.kind === "class" && classes.includes(String(each.expected))) ||
      (file.path !== filename && (isTelling(each) || listImportingFiles(filename, workspace).has(file.path)));
    const found = readExpectations(file).find((each) => isTakenAway(each, change) && mayDepend(each));
    if (!found) continue;
    const line = `${nameOfFile(file.path, root)}:${String(found.line)}`;
    yield { line, isTest: isTestFile(file.path, root) };
  }
}

function isTelling({ kind, expected }: Expectation): boolean {
  return kind === "text" && typeof expected === "string" && isSentence(expected);
}

function isSentence(text: string): boolean {
  return text.length >= TELLING_LENGTH && /\s/.test(text);
}

interface Code {
  readonly words: ReadonlySet<string>;
  readonly texts: readonly string[];
}

function describeCode(code: string): Code {
  const texts = [...code.matchAll(STRING)].flatMap((match) => readMatchedText(match).split(/\$\{[^}]*\}/));
  return {
    words: new Set(code.match(/[\w$]+/g)),
    texts: texts.map((text) => text.trim()).filter((text) => text !== ""),
  };
}

function readMatchedText([, double, single, template]: RegExpMatchArray): string {
  return double ?? single ?? template ?? "";
}

interface Change {
  /** The replaced code and its replacement. */
  readonly before: Code;
  readonly after: Code;
  /** The replaced code with its surroundings. */
  readonly around: Code;
  /** The texts that stand in the replaced code alone. */
  readonly lostTexts: readonly string[];
}

function describeChange(before: Code, after: Code, around: Code): Change {
  const lostTexts = before.texts.filter((text) => !after.texts.some((other) => other.includes(text)));
  return { before, after, around, lostTexts };
}

function isTakenAway({ kind, expected, beside }: Expectation, { before, after, around, lostTexts }: Change): boolean {
  if (kind === "text") {
    const isKept = (text: string) => (typeof expected === "string" ? text.includes(expected) : expected.test(text));
    return lostTexts.some((text) => isExpected(text, expected)) && !after.texts.some(isKept);
  }
  if (typeof expected !== "string" || !before.words.has(expected) || after.words.has(expected)) return false;
  // A factory may stand for the code: only another code takes its place.
  if (kind === "code" && ![...after.words].some((word) => isCode(word) && !before.words.has(word))) return false;
  // `error.phase === "START"` is about errors with that text.
  const literals = beside.filter((text) => text !== expected);
  return (
    kind === "class" ||
    literals.length === 0 ||
    literals.some((text) => around.words.has(text) || around.texts.includes(text))
  );
}

function isCode(word: string): boolean {
  return /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(word) && !word.endsWith("_CODES");
}

function isExpected(text: string, expected: string | RegExp): boolean {
  if (typeof expected !== "string") return expected.test(text);
  return text.includes(expected) || (isSentence(text) && expected.includes(text));
}

const readExpectations = rememberFor(({ text }: WorkspaceFile): readonly Expectation[] => {
  if (!SPEAKS_OF_ERRORS.test(text)) return [];
  const found = text
    .split("\n")
    .flatMap((line, index) => (MAY_EXPECT.test(line) && !IS_COMMENT.test(line) ? readLine(line, index + 1) : []));
  const renamed = new Map([...text.matchAll(RENAMED)].map(([, name = "", local = ""]) => [local, name]));
  // `Error` is above every class; who makes errors of a class asks about those.
  const isOwn = ({ kind, expected }: Expectation) =>
    kind === "class" && (expected === "Error" || text.includes(`new ${String(expected)}(`));
  return found
    .filter((each) => !isOwn(each))
    .map((each) =>
      each.kind === "class" ? { ...each, expected: renamed.get(String(each.expected)) ?? each.expected } : each,
    );
});

function readLine(line: string, number: number): readonly Expectation[] {
  const strings = [...line.matchAll(STRING)].map(readMatchedText).filter((text) => text !== "");
  const codes = [...line.matchAll(CODE)].map(([, code = ""]) => code);
  const beside = [...strings, ...codes];
  const create = (kind: Expectation["kind"], expected: string | RegExp) => ({ kind, expected, beside, line: number });
  const compares = COMPARES.test(line);
  return [
    ...[...line.matchAll(CLASS)].map(([, one, two, three]) => create("class", one ?? two ?? three ?? "")),
    ...(compares ? [...line.matchAll(FIELD)].map(([, field = ""]) => create("field", field)) : []),
    ...(compares ? codes.map((code) => create("code", code)) : []),
    ...(EXPECTS_TEXT.test(line)
      ? strings.filter((each) => each.length >= LEAST_LENGTH).map((each) => create("text", each))
      : []),
    ...(EXPECTS_TEXT.test(line)
      ? [...line.matchAll(PATTERN)].flatMap((match) => toPattern(match) ?? []).map((each) => create("text", each))
      : []),
  ];
}

function toPattern([, source = "", flags = ""]: RegExpMatchArray): RegExp | undefined {
  // `.*` says nothing of a message.
  if (!/[\w ]{4,}/.test(source)) return undefined;
  try {
    return new RegExp(source, flags.replace(/[gy]/g, ""));
  } catch {
    // It is no pattern, or one that this version of Node does not know.
    return undefined;
  }
}
