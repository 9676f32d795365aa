/**
 * A fault to seed into the sources, as a small edit of one line.
 *
 * @typedef {object} Fault
 * @property {string} name what goes wrong, as somebody would report it
 * @property {string} text stands once in all files below `rules/` and `src/`
 * @property {string} replacement the text with the fault in it; it compiles
 * @property {readonly string[]} tests the beginnings of paths of the tests that should catch it, below `test/`
 */

/** @type {readonly Fault[]} */
export const FAULTS = [
  // How a failure is followed from its handler on.
  {
    name: "a path that ends without the failure counts as handed on",
    text: "if (block.isEnd) return { steps, at: undefined };",
    replacement: "if (block.isEnd) return undefined;",
    tests: ["rules/no-swallowed-error.test.ts"],
  },
  {
    name: "a test of whether there is a failure is followed the wrong way",
    text: "if (outcome !== undefined) return followBlocks(outcome ? yes : no);",
    replacement: "if (outcome !== undefined) return followBlocks(outcome ? no : yes);",
    tests: ["rules/no-swallowed-error"],
  },
  {
    name: "a recognised failure stands for all the others",
    text: "return followBlocks(recognising ? no : yes);",
    replacement: "return followBlocks(recognising ? yes : no);",
    tests: ["rules/no-swallowed-error"],
  },
  {
    name: "a negated test leads where the test itself leads",
    text: 'if (test.type === "UnaryExpression" && test.operator === "!") readCondition(test.argument, no, yes, flow);',
    replacement:
      'if (test.type === "UnaryExpression" && test.operator === "!") readCondition(test.argument, yes, no, flow);',
    tests: ["rules/no-swallowed-error"],
  },
  {
    name: "handlers of Express 5 count as those of Express 4",
    text: "if (until === undefined || major === undefined || Number(major) >= until) return false;",
    replacement: "if (until === undefined || major === undefined || Number(major) > until) return false;",
    tests: ["rules/no-swallowed-error.unanswered"],
  },
  {
    name: "what stands in a `try` alone counts as unanswered",
    text: "if (findReceivingCatch(each)) return false;",
    replacement: "if (!findReceivingCatch(each)) return false;",
    tests: ["rules/no-swallowed-error.unanswered"],
  },
  {
    name: "a raw error that is said anew in a handler counts as caught",
    text: "if (anew.length > 0) return anew.flatMap((each) => endsOfThrow(each, search));",
    replacement: "if (anew.length < 0) return anew.flatMap((each) => endsOfThrow(each, search));",
    tests: ["rules/no-raw-error.meant"],
  },
  {
    name: "a log hands the failure on",
    text: "if (isLogging(call, lint)) return isPropagatedByCallee(call, lint) === true;",
    replacement: "if (isLogging(call, lint)) return true;",
    tests: ["rules/no-swallowed-error.test.ts"],
  },
  {
    name: "an exit with the status of a success hands the failure on",
    text: "return (isOwnExit || isExit(step, lint)) && status !== 0;",
    replacement: "return (isOwnExit || isExit(step, lint)) && status !== 1;",
    tests: ["rules/no-swallowed-error"],
  },
  // What a value says of a failure.
  {
    name: "a field that holds an error says nothing",
    text: "return ERROR_FIELDS.test(each) && holdsError(value, lint);",
    replacement: "return ERROR_FIELDS.test(each) && holdsError(value, lint) && false;",
    tests: ["rules/no-error-result"],
  },
  {
    name: "a discriminant with the value of a failure is a success",
    text: "if (expected !== undefined) return value === expected;",
    replacement: "if (expected !== undefined) return value !== expected;",
    tests: ["rules/no-error-result"],
  },
  {
    name: "what leaves a tool as a success is left to its callers",
    text: "if (!contract.isStrict && !leavesAsSuccess(result, lint)) continue;",
    replacement: "if (!contract.isStrict && leavesAsSuccess(result, lint)) continue;",
    tests: ["rules/no-error-result.recommended"],
  },
  // Raw errors.
  {
    name: "a rejection is read from the wrong argument",
    text: 'if (isRejection(call, lint)) return createExit("reject", first);',
    replacement: 'if (isRejection(call, lint)) return createExit("reject", second);',
    tests: ["rules/no-raw-error.shapes.test.ts"],
  },
  {
    name: "an error that is passed to `next` is not seen",
    text: "/^(?:cb|callback|next|done)$/",
    replacement: "/^(?:cb|callback|done)$/",
    tests: ["rules/no-raw-error"],
  },
  {
    name: "a class that extends the contract's is raw",
    text: 'isContractOrLegacy(base, judge))) return "fine";',
    replacement: 'isContractOrLegacy(base, judge))) return { form: "made", name, made, isError: true, ownClass };',
    tests: ["rules/no-raw-error"],
  },
  {
    name: "a caught value in a variable may not be thrown again",
    text: 'return ["fine"];',
    replacement: "return [createValue(node.name)];",
    tests: ["rules/no-raw-error.shapes.test.ts"],
  },
  {
    name: "`--fix` writes a code that nobody wrote",
    text: "if (first && isSaid && form",
    replacement: "if (first && isSaid !== undefined && form",
    tests: ["rules/no-raw-error.suggestions.test.ts"],
  },
  {
    name: "a rewrite forgets the cause that the raw error was given",
    text: "return { ...error, node, code: parts.code, cause: parts.cause ?? error.cause };",
    replacement: "return { ...error, node, code: parts.code, cause: parts.cause };",
    tests: ["rules/no-raw-error.fixes.test.ts"],
  },
  // Edits.
  {
    name: "an import of a type is taken for one of its value",
    text: "bindings.find((each) => each.exported === wanted && each.isTypeOnly === isTypeOnly);",
    replacement: "bindings.find((each) => each.exported === wanted && each.isTypeOnly !== isTypeOnly);",
    tests: ["edits/add-import"],
  },
  {
    name: "an import takes a name that the file has already",
    text: "return !variable || isUnmentioned;",
    replacement: "return !variable || !isUnmentioned;",
    tests: ["edits/add-import"],
  },
  {
    name: "a destructured `require` renames as an import does",
    text: 'return system === "esm" ? `${name} as ${local}` : `${name}: ${local}`;',
    replacement: 'return system !== "esm" ? `${name} as ${local}` : `${name}: ${local}`;',
    tests: ["edits/add-import"],
  },
  {
    name: "an import goes though JSDoc names it",
    text: 'if (type !== "Block" || !value.startsWith("*")) return false;',
    replacement: 'if (type !== "Block" || value.startsWith("*")) return false;',
    tests: ["edits/is-unused.test.ts"],
  },
  {
    name: "a factory is chosen that drops a field",
    text: "[...fields.keys()].every(takes) &&",
    replacement: "[...fields.keys()].some(takes) &&",
    tests: ["rules/prefer-factory", "rules/no-raw-error"],
  },
  {
    name: "new text has the quotes that the file does not use",
    text: `if (imported !== undefined) return imported.startsWith("'") ? "'" : '"';`,
    replacement: `if (imported !== undefined) return imported.startsWith("'") ? '"' : "'";`,
    tests: ["edits/add-import"],
  },
  // Codes.
  {
    name: "a code that is not registered is believed",
    text: "return values.has(code) || isInRange || (project ? false : undefined);",
    replacement: "return values.has(code) || isInRange || undefined;",
    tests: ["rules/no-unregistered-code.test.ts"],
  },
  {
    name: "a registered code has to match the pattern of the contract in its end alone",
    text: '!new RegExp(`^(?:${codePattern})$`, "u").test(code);',
    replacement: '!new RegExp(`(?:${codePattern})?$`, "u").test(code);',
    tests: ["rules/no-unregistered-code"],
  },
  {
    name: "settings may name what comes from a package without the package",
    text: 'if (from === "package" && name === undefined)',
    replacement: 'if (from === "package" && name !== undefined)',
    tests: ["contract/settings.test.ts"],
  },
  // The other rules.
  {
    name: "any other property counts as the cause",
    text: "const last = keys.lastIndexOf(name);",
    replacement: "const last = keys.length - 1;",
    tests: ["rules/require-cause"],
  },
  {
    name: "the stack of an error reaches clients unreported",
    text: 'return isStack && isError(unwrapExpression(node.object), lint) ? "stack"',
    replacement: "return isStack && isError(unwrapExpression(node.object), lint) ? undefined",
    tests: ["rules/no-error-leak.test.ts"],
  },
  {
    name: "a value of the environment is fine in a failure",
    text: 'return kind === "stack" || isFailure || ',
    replacement: 'return kind === "stack" || !isFailure || ',
    tests: ["rules/no-error-leak.test.ts"],
  },
  {
    name: "client logic may branch on a message",
    text: String.raw`return /[\p{L}\p{N}]/u.test(text);`,
    replacement: String.raw`return !/[\p{L}\p{N}]/u.test(text);`,
    tests: ["rules/no-message-parsing.test.ts"],
  },
  {
    name: "an envelope without a required field is valid",
    text: 'const missing = faults.filter(({ kind }) => kind === "missing");',
    replacement: 'const missing = faults.filter(({ kind }) => kind === "wrong");',
    tests: ["rules/valid-envelope.test.ts"],
  },
  {
    name: "a message that follows its code's template is reported, and no other",
    text: 'return isOwnText && !followsTemplate(text, entry) ? [{ kind: "otherMessage", node: message }] : [];',
    replacement: 'return isOwnText && followsTemplate(text, entry) ? [{ kind: "otherMessage", node: message }] : [];',
    tests: ["rules/match-message-template.test.ts"],
  },
  {
    name: "a factory is preferred where a spread may bring fields that it does not read",
    text: "if (isOpen || code === undefined) return undefined;",
    replacement: "if (isOpen && code === undefined) return undefined;",
    tests: ["rules/prefer-factory.test.ts"],
  },
  {
    name: "a handler behind the boundary is bare",
    text: 'if (isBoundaryCall(node, lint)) return ["wrapped"];',
    replacement: 'if (isBoundaryCall(node, lint)) return ["bare"];',
    tests: ["rules/require-boundary.test.ts"],
  },
  {
    name: "the component of a deprecated error keeps its capitals as the tool's name",
    text: 'if (node.type === "Literal" && !text.includes("\\\\")) return text.toLowerCase();',
    replacement: 'if (node.type === "Literal" && !text.includes("\\\\")) return text;',
    tests: ["rules/no-legacy-error.fields.test.ts", "rules/no-legacy-error.generated.test.ts"],
  },
  {
    name: "an import of the fix stands in front of the directives",
    text: "directive?.range[1] ?? getScriptStart(sourceCode.ast)",
    replacement: "getScriptStart(sourceCode.ast)",
    tests: ["edits/add-import.positions.test.ts"],
  },
  // Contracts and what they say.
  {
    name: "a registered code is spelled in another way",
    text: "SESSION_INITIALIZATION_FAILED: {",
    replacement: "SESSION_INITIALISATION_FAILED: {",
    tests: ["contract/registry.test.ts", "src/kaiza"],
  },
  {
    name: "a missing thing has the JSON-RPC code of an invalid input",
    text: "not_found: { http: 404, jsonRpc: -32001,",
    replacement: "not_found: { http: 404, jsonRpc: -32602,",
    tests: ["src/json-rpc", "src/convert.test.ts"],
  },
  {
    name: "the first number of a reserved range belongs to clients",
    text: "(code as number) >= -32099",
    replacement: "(code as number) > -32099",
    tests: ["src/json-rpc.test.ts"],
  },
  {
    name: "a list in a message is not separated by commas",
    text: 'if (part !== "others") return texts.join(", ");',
    replacement: 'if (part !== "others") return texts.join(" ");',
    tests: ["src/mcp-aql"],
  },
  {
    name: "a closed contract is extended under its own name",
    text: 'if (contract.registry === "closed") {',
    replacement: 'if (contract.registry !== "closed") {',
    tests: ["src/contract.test.ts"],
  },
  {
    name: "each refusal of an API that forbids is a limit of its rate",
    text: "(status === 403 && isRateLimited(read))",
    replacement: "(status === 403 && !isRateLimited(read))",
    tests: ["src/mcp-aql"],
  },
  {
    name: "the failed operations of a batch count as succeeded",
    text: "succeeded: total - failed,",
    replacement: "succeeded: total,",
    tests: ["src/mcp-aql"],
  },
  {
    name: "a stack travels to the error of another contract",
    text: 'field.part === "stack" || field.part === "discriminant"',
    replacement: 'field.part === "discriminant"',
    tests: ["src/convert.test.ts", "src/kaiza-conversion.test.ts"],
  },
  {
    name: "an error of no contract takes a code that is not registered",
    text: "if (isRegistered(requested)) return requested;",
    replacement: "if (requested !== undefined) return requested;",
    tests: ["src/kaiza-conversion.test.ts"],
  },
  {
    name: "a factory takes the details of another code",
    text: "const problem = this.#checkDetails(values) ?? misfit;",
    replacement: "const problem = misfit ?? (this.#factory.reads.length < 0 ? this.#checkDetails(values) : undefined);",
    tests: ["src/mcp-aql.test.ts", "src/typed-mcp.test.ts"],
  },
  {
    name: "a UUID may stand in a literal message",
    text: "[0-9a-f]{4}-[0-9a-f]{12}(?![\\w-])/iu",
    replacement: "[0-9a-f]{4}-[0-9a-f]{13}(?![\\w-])/iu",
    tests: ["src/diagnostic-text.test.ts"],
  },
  // The boundary.
  {
    name: "the boundary forgets to record the failure of a promise",
    text: "finish(boundary, step, await record(boundary, step.failure, step.call.context));",
    replacement: "finish(boundary, step, await record({ ...boundary, audit: undefined }, step.failure, []));",
    tests: ["src/boundary-audit.test.ts"],
  },
  {
    name: "a failure is delivered before it is recorded",
    text: "await writeInTime(audit, toRecord(failure), boundary.auditTimeout);",
    replacement: "void writeInTime(audit, toRecord(failure), boundary.auditTimeout);",
    tests: ["src/boundary-audit.test.ts"],
  },
  {
    name: "nested boundaries record a failure twice",
    text: "{ sink: isRecorded ? audit : undefined, listener: onFailure, text }",
    replacement: "{ sink: isRecorded ? undefined : audit, listener: onFailure, text }",
    tests: ["src/boundary-audit.test.ts", "src/boundary-signals.test.ts"],
  },
  {
    name: "a failure that could not be recorded does not say so",
    text: "[code.name]: code.canHold(auditFailed) ? auditFailed : fallback.unknown,",
    replacement: "[code.name]: fallback.unknown,",
    tests: ["src/boundary-audit.test.ts"],
  },
  {
    name: "a failing tool answers with an error of the protocol",
    text: 'return method === "tools/call" && !isProtocol ? "result" : "protocol";',
    replacement: 'return method === "tools/call" && isProtocol ? "result" : "protocol";',
    tests: ["src/boundary-deliveries.test.ts"],
  },
  {
    name: "a server of MCP sends numbers that the protocol keeps for itself",
    text: 'if (typeof code === "number" && (!isMcp || isAllowedByMcp(code))) return code;',
    replacement: 'if (typeof code === "number" && (isMcp || isAllowedByMcp(code))) return code;',
    tests: ["src/boundary-deliveries.test.ts"],
  },
  {
    name: "half a response is left open instead of cut off",
    text: "server.destroy();",
    replacement: "server.end(body);",
    tests: ["src/boundary-http.test.ts"],
  },
  {
    name: "input that does not fit gets to a tool that no SDK checks",
    text: 'if (readMember(verdict, "valid") !== false) return undefined;',
    replacement: 'if (readMember(verdict, "valid") === false) return undefined;',
    tests: ["e2e/check-input"],
  },
  {
    name: "an error that a handler returns is a success",
    text: "return isError(result) ? { thrown: result } : findReturnedFailure(boundary, result);",
    replacement: "return findReturnedFailure(boundary, isError(result) ? undefined : result);",
    tests: ["e2e/boundary-sdk"],
  },
  {
    name: "a success with several items fails by an envelope among them",
    text: 'const isOnly = readMember(content, "length") === 1;',
    replacement: 'const isOnly = readMember(content, "length") !== 0;',
    tests: ["src/detect"],
  },
  {
    name: "the words of a hidden error are its cause in the envelope",
    text: 'if (shown === "hidden") limited.set(error, undefined);',
    replacement: 'if (shown === "kept") limited.set(error, undefined);',
    tests: ["src/from-unknown.test.ts", "src/boundary"],
  },
  // Redaction and the audit log.
  {
    name: "the redaction lets a bearer token through",
    text: "(?:[Bb]earer|BEARER|[Bb]asic|BASIC)",
    replacement: "(?:[Bb]asic|BASIC)",
    tests: ["audit-log/redaction.test.ts"],
  },
  {
    name: "the redaction does not know credentials by their name",
    text: "/passw(?:or)?d|pass[-_ ]?(?:phrase|code)|secret|credential/i",
    replacement: "/passw(?:or)?d|pass[-_ ]?(?:phrase|code)|secret/i",
    tests: ["audit-log/redaction"],
  },
  {
    name: "`verifyAuditLog` skips the hash of an entry",
    text: "if (to.previous !== from.hash) this.#broken.push({ from, to });",
    replacement: "if (to.previous === null) this.#broken.push({ from, to });",
    tests: ["audit-log/verify.test.ts", "audit-log/manipulations.test.ts"],
  },
  {
    name: "`verifyAuditLog` takes an entry that stands twice for one",
    text: "if (sequence <= last.sequence)",
    replacement: "if (sequence < last.sequence)",
    tests: ["audit-log/verify.test.ts", "audit-log/manipulations.test.ts"],
  },
  {
    name: "`verifyAuditLog` takes an unsigned entry for one of the log",
    text: "if (key && !isSigned(bytes, mac, key)) {",
    replacement: "if (key && mac !== undefined && !isSigned(bytes, mac, key)) {",
    tests: ["audit-log/verify.test.ts", "audit-log/manipulations.test.ts"],
  },
  {
    name: "rotation deletes a file more than it may",
    text: "listRotatedFiles(path).slice(0, -keep)",
    replacement: "listRotatedFiles(path).slice(0, 1 - keep)",
    tests: ["audit-log/rotation.test.ts"],
  },
  // What tools can answer: the file of failures, what is declared, what a branch changes; and calls that are repeated.
  {
    name: "a handler in the boundary is not followed",
    text: "if (handler !== undefined && isOwnBoundary(call, module)) points.flow(handler, call.result);",
    replacement: "if (handler === undefined && isOwnBoundary(call, module)) points.flow(call.result, call.result);",
    tests: ["command/failures-codes.test.ts"],
  },
  {
    name: "a code that a function is given is not one of its failures",
    text: 'return parameter === undefined ? { kind: "converted", node } : { kind: "given", node, parameter };',
    replacement: 'return parameter === undefined ? { kind: "converted", node } : { kind: "raw", node };',
    tests: ["command/failures-codes.test.ts"],
  },
  {
    name: "a declared code is called never thrown where codes are worked out",
    text: "/^(?:unknown|converted|and) /.test(line)",
    replacement: "/^(?:unknown|and) /.test(line)",
    tests: ["command/failures-codes.test.ts", "rules/match-declared-codes.test.ts"],
  },
  {
    name: "a file alone says that a code is never thrown, whatever it imports",
    text: "return foreign.length > 0 && !isMethod;",
    replacement: "return foreign.length < 0 && !isMethod;",
    tests: ["rules/match-declared-codes.test.ts"],
  },
  {
    name: "each tool of a wrapper can answer what all of its handlers can",
    text: "return found.length > 0 ? new Set(found.map(({ fn }) => fn)) : undefined;",
    replacement: "return found.length < 0 ? new Set(found.map(({ fn }) => fn)) : undefined;",
    tests: ["command/failures.test.ts"],
  },
  {
    name: "tools that one function serves have no names",
    text: "if (!/\\binputSchema\\b/.test(sourceCode.text)) return [];",
    replacement: "if (/\\binputSchema\\b/.test(sourceCode.text)) return [];",
    tests: ["command/failures.test.ts"],
  },
  {
    name: "`init` writes no file of failures",
    text: "if (isReady && needsClient(preset))",
    replacement: "if (isReady && !needsClient(preset))",
    tests: ["command/init.test.ts"],
  },
  {
    name: "`failures --check` does not tell of a code that is new",
    text: ".filter((line) => !old.includes(line))",
    replacement: ".filter((line) => old.includes(line))",
    tests: ["command/failures.test.ts"],
  },
  {
    name: "`failures` lets an error out of a `catch` that ends it",
    text: "if (node === parent.block && parent.handler && endsFailure(parent.handler, lint)) return true;",
    replacement: "if (node === parent.handler && parent.handler && endsFailure(parent.handler, lint)) return true;",
    tests: ["command/failures.test.ts"],
  },
  {
    name: "`retryCall` repeats a call that may have been carried out",
    text: 'if (!isIdempotent && condition !== "rate_limited" && retry_after === undefined) return undefined;',
    replacement: 'if (!isIdempotent && condition === "rate_limited" && retry_after === undefined) return undefined;',
    tests: ["src/retry-call.test.ts"],
  },
  {
    name: "`retryCall` repeats a call that was cancelled",
    text: 'if (!retryable || condition === "cancelled" ||',
    replacement: "if (!retryable ||",
    tests: ["src/retry-call.test.ts"],
  },
  {
    name: "`retryCall` takes the seconds of `retry_after` for milliseconds",
    text: ": retry_after * 1000;",
    replacement: ": retry_after;",
    tests: ["src/retry-call.test.ts"],
  },
  {
    name: "`retryCall` begins an attempt after its budget",
    text: "return spent + wait <= budget && wait < longestTimer ? Math.max(0, wait) : undefined;",
    replacement: "return spent - wait <= budget && wait < longestTimer ? Math.max(0, wait) : undefined;",
    tests: ["src/retry-call.test.ts"],
  },
  {
    name: "`retryCall` does not end its wait when the signal is aborted",
    text: 'signal?.addEventListener("abort", stop, { once: true });',
    replacement: 'signal?.removeEventListener("abort", stop);',
    tests: ["src/retry-call.test.ts"],
  },
  {
    name: "`changes` calls a cell worse that is better",
    text: "!before.problems.some((each) => each.kind === kind)",
    replacement: "before.problems.some((each) => each.kind === kind)",
    tests: ["command/changes.test.ts"],
  },
  {
    name: "`changes` does not tell of a tool that is new",
    text: "const added = [...all].filter(([key]) => !old.has(key));",
    replacement: "const added = [...all].filter(([key]) => old.has(key));",
    tests: ["command/changes.test.ts"],
  },
  {
    name: "`tools/list` calls the codes of a tool complete that throws errors without a code",
    text: "codes, complete: known.length === lines.length }",
    replacement: "codes, complete: known.length <= lines.length }",
    tests: ["src/listed-failures.test.ts"],
  },
  {
    name: "what every tool can answer is missing from the list of a tool",
    text: "const listed = [shared, name].map(",
    replacement: "const listed = [shared.repeat(2), name].map(",
    tests: ["src/listed-failures.test.ts"],
  },
];
