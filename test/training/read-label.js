import { isStringExpression, readMessageParts, unwrapExpression } from "../../rules/dist/syntax/expressions.js";
import { findLabel, findWholeLabel } from "./label-table.js";

/**
 * @typedef {import("./label-table.js").Label} Label
 * @typedef {{ label: Label, message: object | undefined, hasCause: boolean }} LabelledFailure
 * @typedef {{ code?: Label, text?: object, word?: object, hasCause?: boolean }} Read What the arguments of a call say
 */

const BUILT_IN = /^(?:Aggregate|Eval|Range|Reference|Suppressed|Syntax|Type|URI|Assertion|DOM)?(?:Error|Exception)$/;
const CLASS = /(?:Error|Exception|Boom)$/;
// `createError(404, "...")`, `createHttpError({ statusCode: 404 })`
const CREATES = /^(?:create_?(?:http_?)?error|http_?errors?|error_?response)$/i;
// `Boom.notFound("...")`, `fastify.httpErrors.notFound("...")`, `rpcErrors.invalidParams("...")`
const FACTORIES = /^(?:boom|reply|.*errors?|.*exceptions?)$/i;
const ANSWERS = /^(?:json|send|end|jsonp)$/;
const RESPONSES = /^(?:Response|NextResponse|HttpResponse)$/;
const CONTEXT = /^(?:c|ctx|context|koa)$/;
const CALLBACK = /^(?:cb|callback|done|reject|next|throwError)$/;

const CODE_KEYS = new Set(["code", "status", "statusCode", "errorCode", "error_code", "type", "kind", "httpStatus"]);
const TEXT_KEYS = [
  "message",
  "human_message",
  "error",
  "errorMessage",
  "error_description",
  "details",
  "detail",
  "msg",
  "statusMessage",
];

/**
 * Reads a failure that says its condition: `new NotFoundException("...")`, `createError(404, "...")`,
 * `res.status(404).json({ error: "..." })`. Undefined for every other node.
 *
 * @returns {LabelledFailure | undefined}
 */
export function readLabel(node) {
  if (node.type === "NewExpression") return fromNew(node);
  if (node.type === "CallExpression") return fromCall(node);
  return undefined;
}

function fromNew({ callee, arguments: given }) {
  const names = namesOf(callee);
  const name = names.at(-1);
  if (name === undefined) return undefined;
  if (RESPONSES.test(name)) return describe(readResponse(given), undefined);
  // `new HttpErrors.NotFound("...")`
  if (names.length > 1 && FACTORIES.test(names.at(-2)) && !CLASS.test(name)) {
    return describe(readArguments(given), findWholeLabel(name));
  }
  if (!CLASS.test(name)) return undefined;
  if (names.length > 1 ? name === "Exception" : BUILT_IN.test(name) && name !== "DOMException") return undefined;
  return describe(readArguments(given), name === "DOMException" ? undefined : findLabel(name));
}

function fromCall({ callee, arguments: given }) {
  const names = namesOf(callee);
  const name = names.at(-1);
  if (name === undefined) return undefined;
  if (names.join(".") === "Object.assign") return fromAssign(given);
  if (CREATES.test(name)) return describe(readArguments(given), undefined);
  if (CALLBACK.test(name)) return fromCallback(given);
  const object = callee.type === "MemberExpression" ? unwrapExpression(callee.object) : undefined;
  if (!object) {
    return CLASS.test(name) && !BUILT_IN.test(name) && /^[A-Z]/.test(name)
      ? describe(readArguments(given), findLabel(name))
      : undefined;
  }
  if (name === "throw") return CONTEXT.test(names.at(-2) ?? "") ? describe(readArguments(given), undefined) : undefined;
  if (ANSWERS.test(name)) return fromAnswer(object, name, given);
  return FACTORIES.test(names.at(-2) ?? "") ? describe(readArguments(given), findWholeLabel(name)) : undefined;
}

/** `Object.assign(new Error("..."), { statusCode: 404 })` */
function fromAssign([made, members]) {
  if (made?.type !== "NewExpression" || members?.type !== "ObjectExpression") return undefined;
  if (!BUILT_IN.test(namesOf(made.callee).at(-1) ?? "")) return undefined;
  return describe({ ...readArguments(made.arguments), ...pick(readMembers(members), "code") }, undefined);
}

/** `callback({ code: status.NOT_FOUND, message: "..." })` */
function fromCallback([first]) {
  return first?.type === "ObjectExpression" ? describe(readMembers(first), undefined) : undefined;
}

/**
 * `res.status(404).json({ error: "..." })`, `c.json({ error: "..." }, 404)`, `Response.json({ ... }, { status: 404 })`
 */
function fromAnswer(object, name, given) {
  if (object.type === "CallExpression" && /^(?:status|code)$/.test(namesOf(object.callee).at(-1) ?? "")) {
    const [status] = object.arguments;
    return describe({ ...readBody(given[0]), ...pick(readArguments([status].filter(Boolean)), "code") }, undefined);
  }
  const owner = namesOf(object).at(-1) ?? "";
  return name === "json" && (CONTEXT.test(owner) || RESPONSES.test(owner))
    ? describe(readResponse(given), undefined)
    : undefined;
}

function readResponse([body, options]) {
  if (!options) return {};
  const { code } = options.type === "ObjectExpression" ? readMembers(options) : readArguments([options]);
  return { ...readBody(body), code };
}

function readBody(body) {
  if (!body) return {};
  const value = unwrapExpression(body);
  if (value.type !== "ObjectExpression") return pick(readArguments([value]), "text");
  const nested = valueOf(value, "error");
  const inner = nested?.type === "ObjectExpression" ? readMembers(nested) : {};
  return pick({ ...readMembers(value), ...inner }, "text");
}

function pick(read, key) {
  return { [key]: read[key] };
}

/**
 * @param {Read} read
 * @param {Label | undefined} named
 */
function describe({ code, text, word, hasCause = false }, named) {
  const label = code ?? named;
  return label && { label, message: text ?? (code ? word : undefined), hasCause };
}

/** @returns {Read} */
function readArguments(given) {
  const read = {};
  for (const each of given) {
    if (each.type === "SpreadElement") continue;
    const value = unwrapExpression(each);
    if (value.type === "ObjectExpression") Object.assign(read, { ...readMembers(value), ...defined(read) });
    else if (isText(value)) read.text ??= value;
    else {
      const code = readCode(value);
      if (code) read.code ??= code;
      else if (value.type === "Literal" && typeof value.value === "string") read.word ??= value;
      else if (isErrorText(value)) read.text ??= value;
    }
  }
  return read;
}

/** @returns {Read} */
function readMembers(object) {
  const read = {};
  for (const property of object.properties) {
    if (property.type !== "Property" || property.computed) continue;
    const key = property.key.type === "Identifier" ? property.key.name : String(property.key.value);
    const value = unwrapExpression(property.value);
    if (key === "cause") read.hasCause = true;
    else if (CODE_KEYS.has(key)) read.code ??= readCode(value);
    else if (key === "extensions" && value.type === "ObjectExpression") read.code ??= readMembers(value).code;
  }
  const text = TEXT_KEYS.map((key) => valueOf(object, key)).find((value) => value && (isText(value) || isWord(value)));
  return { ...read, text };
}

function valueOf(object, name) {
  const property = object.properties.find(
    (each) => each.type === "Property" && !each.computed && (each.key.name ?? each.key.value) === name,
  );
  return property && unwrapExpression(property.value);
}

function defined(read) {
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** Text for people has a space, or a value that is put in; a single word may be a code, a field or a thing. */
function isText(node) {
  if (!isStringExpression(node)) return false;
  return node.type !== "Literal" || /\S\s+\S/.test(node.value);
}

function isWord(node) {
  return (
    (node.type === "Literal" && typeof node.value === "string" && !findWholeLabel(node.value)) || isErrorText(node)
  );
}

/** `error.message` */
function isErrorText(node) {
  return node.type === "MemberExpression" && namesOf(node).at(-1) === "message";
}

/** @returns {Label | undefined} */
function readCode(node) {
  if (node.type === "Literal") {
    const { value } = node;
    if (typeof value === "string") return /^[\w./-]+$/.test(value) ? findLabel(value) : undefined;
    return typeof value === "number" ? findLabel(value) : undefined;
  }
  if (node.type === "UnaryExpression" && node.operator === "-" && node.argument.type === "Literal") {
    return findLabel(-Number(node.argument.value));
  }
  // `ErrorCode.InvalidParams` is a code, `error.code` a value.
  const name = node.type === "MemberExpression" && !node.computed ? node.property.name : "";
  return /^[A-Z]/.test(name) ? findLabel(name.replace(/_\d{3}$/, "")) : undefined;
}

/** The names of a chain: `a`, `b` of `a.b`. */
function namesOf(node) {
  const value = unwrapExpression(node);
  if (value.type === "Identifier") return [value.name];
  if (value.type === "ThisExpression") return ["this"];
  if (value.type !== "MemberExpression") return [];
  return value.computed ? [] : [...namesOf(value.object), value.property.name];
}

/** The parts of a message without a code in front: it would tell the label. */
export function partsWithoutCode(message) {
  if (!message) return [];
  return readMessageParts(message).map((part, index) =>
    index === 0 && part.text !== undefined
      ? { ...part, text: part.text.replace(/^\[?[A-Z0-9]+(?:[_-][A-Z0-9]+)+\]?:?\s*|^\[?\d{3}\]?\s*[:-]?\s*/, "") }
      : part,
  );
}
