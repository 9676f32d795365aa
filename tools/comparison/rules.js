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
import { standard } from "../../src/dist/contracts/standard/index.js";

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

/** The settings under which the shapes are linted. */
export const settings = { ...kaizaSettings, contract: standard, legacy: null };

/**
 * Claims that failures are not left unhandled, and needs parser services in the form of ESLint 8: it throws when it
 * loads.
 */
export const UNLOADABLE = "neverthrow/must-use-result";

/** Each job that others claim too: our rule with its strictness, and every rule of the others with its options. */
export const jobs = {
  "swallowed-errors": {
    title: "Swallowed errors",
    ours: {
      "error-contract/no-swallowed-error": "strict",
      "error-contract/no-swallowed-error in `recommended`": "recommended",
    },
    peers: {
      "no-empty": [{ allowEmptyCatch: false }],
      "sonarjs/no-ignored-exceptions": [],
      "no-catch-all/no-catch-all": [],
      "promise/catch-or-return": [{ allowThen: true, allowFinally: true }],
      "n/handle-callback-err": ["^(err|error)$"],
      "functional/no-try-statements": [{ allowFinally: true }],
      "unicorn/no-unsafe-promise-all-settled-values": [],
    },
  },
  "missing-causes": {
    title: "Missing causes",
    ours: { "error-contract/require-cause": "strict" },
    peers: {
      "preserve-caught-error": [{ requireCatchParameter: true }],
      "error-cause/no-swallowed-error-cause": [],
      "exception-handling/use-error-cause": [],
    },
    // The others know the language's classes alone, so they are shown the same shape with `new Error(message,
    // options)`.
    forPeers: (text) => text.replaceAll(/\btoolError\(\s*"\w+",\s*/g, "new Error("),
  },
  "thrown-values": {
    title: "Thrown and rejected values that are no errors",
    ours: { "error-contract/no-raw-error": "strict" },
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
    ours: { "error-contract/no-raw-error": "strict" },
    peers: {
      "unicorn/throw-new-error": [],
      "sonarjs/no-unthrown-error": [],
      "functional/no-throw-statements": [],
      "functional/no-promise-reject": [],
    },
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
