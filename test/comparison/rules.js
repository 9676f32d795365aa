// Which rule of which package claims which job, and with which options.
import { createRequire } from "node:module";
import tseslint from "typescript-eslint";
import errorCause from "eslint-plugin-error-cause";
import * as exceptionHandling from "eslint-plugin-exception-handling";
import functional from "eslint-plugin-functional";
import n from "eslint-plugin-n";
import neverthrow from "eslint-plugin-neverthrow";
import noCatchAll from "eslint-plugin-no-catch-all";
import promise from "eslint-plugin-promise";
import sonarjs from "eslint-plugin-sonarjs";
import unicorn from "eslint-plugin-unicorn";
import errorContract from "../../rules/dist/index.js";
import { contextResolve } from "../../src/dist/contracts/context-resolve/index.js";
import { jsonRpc } from "../../src/dist/contracts/json-rpc/index.js";
import { kaiza } from "../../src/dist/contracts/kaiza/index.js";
import { mcpAql } from "../../src/dist/contracts/mcp-aql/index.js";
import { standard } from "../../src/dist/contracts/standard/index.js";
import { typedMcp } from "../../src/dist/contracts/typed-mcp/index.js";

const { kaizaSettings } = await import("../../rules/dist/configs.js");
const require = createRequire(import.meta.url);

export const plugins = {
  "@typescript-eslint": tseslint.plugin,
  "error-cause": errorCause,
  "error-contract": errorContract,
  "exception-handling": exceptionHandling,
  functional,
  n,
  neverthrow,
  "no-catch-all": noCatchAll,
  promise,
  sonarjs,
  unicorn,
};

const contracts = [standard, kaiza, contextResolve, jsonRpc, typedMcp, mcpAql];

/** The settings under which a shape of this contract is linted. */
export function settingsOf(name) {
  const contract = contracts.find((each) => each.name === name);
  if (!contract) throw new Error(`There is no contract ${name}`);
  return { errorContract: { ...kaizaSettings, contract, legacy: null } };
}

/** What a project gets that takes the `recommended` preset as it is. */
const recommended = (rule) => errorContract.rules[rule].meta.docs.presetOptions?.recommended ?? [];

/**
 * Claims that failures are not left unhandled, and needs parser services in the form of ESLint 8: it throws when it
 * loads.
 */
export const UNLOADABLE = "neverthrow/must-use-result";

/** Each job: our rule, and every rule of the others that claims it, with its options. */
export const jobs = {
  "swallowed-errors": {
    title: "Swallowed errors",
    ours: {
      "error-contract/no-swallowed-error": [],
      "error-contract/no-swallowed-error in `recommended`": recommended("no-swallowed-error"),
    },
    peers: {
      "no-empty": [{ allowEmptyCatch: false }],
      "sonarjs/no-ignored-exceptions": [],
      "no-catch-all/no-catch-all": [],
      "promise/catch-or-return": [{ allowThen: true, allowFinally: true }],
      "n/handle-callback-err": ["^(err|error)$"],
      "functional/no-try-statements": [{ allowFinally: true }],
    },
  },
  "missing-causes": {
    title: "Missing causes",
    ours: { "error-contract/require-cause": [] },
    peers: {
      "preserve-caught-error": [{ requireCatchParameter: true }],
      "error-cause/no-swallowed-error-cause": [],
      "exception-handling/use-error-cause": [],
    },
    // The others know the language's classes alone, so they are shown the same shape with `new Error(message,
    // options)`.
    forPeers: (text) => text.replaceAll(/\btoolError\(\s*"\w+",\s*/g, "new Error("),
  },
  "failures-as-data": { title: "Failures returned as data", ours: { "error-contract/no-error-result": [] }, peers: {} },
  "thrown-values": {
    title: "Thrown and rejected values that are no errors",
    ours: { "error-contract/no-raw-error": [] },
    peers: {
      "@typescript-eslint/only-throw-error": [
        { allowThrowingAny: false, allowThrowingUnknown: false, allowRethrowing: true },
      ],
      "@typescript-eslint/prefer-promise-reject-errors": [],
      "prefer-promise-reject-errors": [],
      "n/no-callback-literal": [],
      "functional/no-throw-statements": [],
      "functional/no-promise-reject": [],
    },
  },
  "raw-errors": {
    title: "Errors that are not the contract's",
    ours: { "error-contract/no-raw-error": [] },
    peers: {
      "unicorn/throw-new-error": [],
      "sonarjs/no-unthrown-error": [],
      "functional/no-throw-statements": [],
      "functional/no-promise-reject": [],
    },
  },
  "literal-messages": {
    title: "Messages that are not the same in every run",
    ours: { "error-contract/require-literal-message": [] },
    peers: { "unicorn/error-message": [] },
    // The other knows the language's classes alone, where a message that is left out is none.
    forPeers: (text) =>
      text
        .replaceAll(/\bcontextResolveError\("(\w+)"(?:, undefined)?(?=\)|, \{)/g, 'new Error("$1"')
        .replaceAll(/\bcontextResolveError\(\s*"\w+",\s*/g, "new Error("),
  },
  "message-templates": {
    title: "Messages and details that do not follow their template",
    ours: { "error-contract/match-message-template": [] },
    peers: {},
  },
  envelopes: { title: "Envelopes that their schema rejects", ours: { "error-contract/valid-envelope": [] }, peers: {} },
  factories: {
    title: "Errors and envelopes made without a factory",
    ours: { "error-contract/prefer-factory": [] },
    peers: {},
  },
  "parsed-messages": {
    title: "Decisions by the message of an error",
    ours: { "error-contract/no-message-parsing": [] },
    peers: {},
  },
  leaks: {
    title: "What clients should not see",
    ours: { "error-contract/no-error-leak": [] },
    peers: { "sonarjs/production-debug": [] },
  },
  boundaries: {
    title: "Handlers of tools without the boundary",
    ours: { "error-contract/require-boundary": [] },
    peers: {},
  },
};

/** The packages that the peers come from, with their versions. */
export function peerVersions() {
  const rules = Object.values(jobs).flatMap(({ peers }) => Object.keys(peers));
  const names = new Set(rules.map(packageOf));
  return Object.fromEntries([...names].sort().map((name) => [name, versionOf(name)]));
}

export function packageOf(rule) {
  if (!rule.includes("/")) return "eslint";
  return rule.startsWith("@typescript-eslint/") ? "typescript-eslint" : `eslint-plugin-${rule.split("/")[0]}`;
}

function versionOf(name) {
  // Not every package exports its manifest.
  for (const folder of require.resolve.paths(name)) {
    try {
      return require(`${folder}/${name}/package.json`).version;
    } catch (error) {
      if (error.code !== "MODULE_NOT_FOUND") throw error;
    }
  }
  throw new Error(`${name} is not installed`);
}
