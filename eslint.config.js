import eslint from "@eslint/js";
import { defineConfig } from "eslint/config";
// What was built: `tsc -b` comes first.
import errorContract from "eslint-plugin-error-contract";
import eslintPlugin from "eslint-plugin-eslint-plugin";
import tseslint from "typescript-eslint";

// Each folder of the plugin may import those in front of it, types too; the rules stand above them.
const TOPICS = [
  "syntax",
  "words",
  "modules",
  "types",
  "contract",
  "edits",
  "model",
  "tools",
  "catches",
  "codes",
  "causes",
  "throws",
  "envelopes",
  "results",
  "clients",
  "legacy",
  "reach",
  // The commands of the plugin's bin stand above the rules, too.
  "command",
];
const RULE_FILES = ["no-*", "require-*", "prefer-*", "valid-*", "match-*"];

// Members that typescript-eslint leaves out of a node.
const LEFT_OUT = ["accessibility", "directive", "returnType", "typeAnnotation", "typeArguments", "typeParameters"].join(
  "|",
);

const topic = (name, index) => ({
  files: [`rules/${name}/**/*.ts`],
  rules: { "no-restricted-imports": ["error", { patterns: laterTopics(name, index) }] },
});

const laterTopics = (name, index) => {
  const later = TOPICS.slice(index + 1).join("|") || "-";
  return [
    {
      regex: String.raw`^(?:\.\./)+(?:(?:${later})/|(?:no|require|prefer|valid|match)-)`,
      message: `rules/${name} imports only ${TOPICS.slice(0, index + 1).join(", ")}.`,
    },
  ];
};

// Each folder of the runtime may import those in front of it, types too; `convert.ts` and `index.ts` stand above them.
const RUNTIME = [
  "json",
  "contract",
  "http",
  "libraries",
  "error",
  "boundary",
  "audit-log",
  "contracts",
  "detect",
  "testing",
  "cli",
  "prove",
  "command",
];

const runtimeFolder = (name, index) => ({
  files: [`src/${name}/**/*.ts`],
  rules: { "no-restricted-imports": ["error", { patterns: laterFolders(index) }] },
});

const laterFolders = (index) => [
  {
    regex: String.raw`^(?:\.\./)+(?:(?:${RUNTIME.slice(index + 1).join("|") || "-"})/|(?:convert|index)\.js$)`,
    message: `src/${RUNTIME[index]} imports only ${RUNTIME.slice(0, index + 1).join(", ")}.`,
  },
];

const contractFolder = (depth) => ({
  files: [`src/contracts${"/*".repeat(depth)}/*.ts`],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          ...laterFolders(RUNTIME.indexOf("contracts")),
          { regex: String.raw`^(?:\.\./){${depth}}[a-z-]+/`, message: "No contract imports another." },
        ],
      },
    ],
  },
});

// Each folder of `prove` may import those in front of it, types too; the files beside the folders stand above them.
const PROVE = ["faults", "preload", "server", "proof", "calls", "verdicts"];

const proveFolder = (name, index) => ({
  files: [`src/prove/${name}/**/*.ts`],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          ...laterFolders(RUNTIME.indexOf("prove")),
          {
            regex: String.raw`^\.\./(?:(?:${PROVE.slice(index + 1).join("|") || "-"})/|[^/]+$)`,
            message: `src/prove/${name} imports only ${PROVE.slice(0, index + 1).join(", ")} of src/prove.`,
          },
        ],
      },
    ],
  },
});

export default defineConfig(
  {
    ignores: [
      "**/dist/**",
      "rules/lib/**",
      "site/.cache/**",
      "src/cjs/**",
      // Raw on purpose: the demo and the tests lint them.
      "docs/examples/legacy-server/**",
      "docs/examples/contracts/**",
      "docs/examples/{acting,notes}/*.ts",
      "site/examples/**",
      "test/fixtures/**",
      "test/prove/servers/**",
      "test/matrix/project/**",
      "tools/comparison/shapes/**",
      "tools/corpus/.cache/**",
    ],
  },
  eslint.configs.recommended,
  {
    rules: {
      // Prettier leaves texts and comments as long as they are. ESLint 11 hands the rule to `@stylistic/eslint-plugin`.
      "max-len": ["error", { code: 120 }],
    },
  },
  {
    // A fix writes a call on one line, and tests hold its whole output.
    files: ["test/**/*.ts"],
    rules: { "max-len": ["error", { code: 120, ignoreTemplateLiterals: true, ignoreStrings: true }] },
  },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // A listener like `(node) => check(node)` is one sentence; braces would say nothing more.
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-invalid-void-type": ["error", { allowAsThisParameter: true }],
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      // Classes of hosts and libraries are known by their shape, as there may be several copies of each.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    files: ["rules/**/*.ts"],
    extends: [eslintPlugin.configs.recommended],
    rules: {
      "eslint-plugin/require-meta-docs-description": ["error", { pattern: "^(require|disallow)" }],
      "eslint-plugin/require-meta-docs-url": "off",
      "eslint-plugin/prefer-message-ids": "error",
      "eslint-plugin/prefer-placeholders": "error",
      // What a rule is handed are functions, to be taken out of their object; none of them has a `this`.
      "@typescript-eslint/method-signature-style": ["error", "property"],
      // Kinds of definitions and tokens are string enums; importing them would load the parser's packages.
      "@typescript-eslint/no-unsafe-enum-comparison": "off",
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      "no-restricted-syntax": [
        "error",
        {
          selector: `BinaryExpression[right.name='undefined'] > MemberExpression[property.name=/^(${LEFT_OUT})$/]`,
          message: "What typescript-eslint leaves out is null in the trees of oxlint: ask whether it is there.",
        },
      ],
    },
  },
  {
    files: ["src/**/*.ts", "rules/**/*.ts"],
    rules: {
      complexity: ["error", 25],
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ["src/**/*.ts", "rules/**/*.ts"],
    extends: [errorContract.configs.recommended],
    rules: {
      "error-contract/no-raw-error": [
        "error",
        {
          // The runtime defines the contracts, and the rules run in ESLint: both answer a programming mistake with a
          // TypeError, which no client is ever sent. What the audit log cannot do, the boundary turns into an envelope.
          allow: ["TypeError", { from: "file", name: "AuditLogError" }],
          // What leaves a boundary has been made an error of its contract, whatever the types know of it.
          allowUnknown: true,
        },
      ],
    },
  },
  {
    files: ["src/testing/**/*.ts"],
    rules: {
      // A test fails with whatever its runner can show.
      "error-contract/no-raw-error": ["error", { allow: ["TypeError", "Error"], allowUnknown: true }],
    },
  },
  {
    files: ["docs/examples/{boundary,audit-log}/*.js"],
    // The second block of the preset turns the rules off in examples.
    extends: [errorContract.configs.recommended[0]],
  },
  {
    files: ["docs/examples/boundary/process.js"],
    rules: {
      // It shows what becomes of a failure that no handler sees.
      "error-contract/no-raw-error": "off",
    },
  },
  {
    files: ["rules/types/**/*.ts"],
    rules: {
      // TypeScript declares symbols and parents that are not there at run time.
      "@typescript-eslint/no-unnecessary-condition": "off",
    },
  },
  ...TOPICS.map(topic),
  {
    files: ["rules/*.ts"],
    ignores: ["rules/index.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            { group: RULE_FILES.map((rule) => `./${rule}.js`), message: "No rule imports a rule." },
            { group: ["./command/*"], message: "Nothing imports the commands." },
          ],
        },
      ],
    },
  },
  {
    files: ["src/{cli,command}/**/*.ts", "rules/command/**/*.ts"],
    rules: {
      "error-contract/no-raw-error": [
        "error",
        {
          // A command is called by a person or a program at a terminal: its failure is a text and an exit code.
          allow: ["TypeError", { from: "file", name: "CommandError" }],
          allowUnknown: true,
        },
      ],
    },
  },
  {
    files: ["src/prove/**/*.ts"],
    rules: {
      // Why nothing can be proved, which the command prints.
      "error-contract/no-raw-error": [
        "error",
        { allow: ["TypeError", { from: "file", name: "ProveError" }], allowUnknown: true },
      ],
    },
  },
  {
    files: ["src/prove/preload/**/*.ts"],
    rules: {
      // They fail in the place of functions of Node, as these do.
      "error-contract/no-raw-error": "off",
    },
  },
  {
    files: ["src/**/*.ts"],
    rules: {
      // `defineContract` has checked what stands behind each `!`; a check at run time would cost and say nothing.
      "@typescript-eslint/no-non-null-assertion": "off",
      // As the neutral element of intersections.
      "@typescript-eslint/no-empty-object-type": [
        "error",
        { allowObjectTypes: "always", allowInterfaces: "with-single-extends" },
      ],
    },
  },
  ...RUNTIME.map(runtimeFolder),
  ...[1, 2].map(contractFolder),
  ...PROVE.map(proveFolder),
  {
    files: ["test/**/*.ts"],
    rules: {
      "max-lines": ["error", 500],
      // Tests hand in what the types forbid, to see it refused.
      "@typescript-eslint/no-explicit-any": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/only-throw-error": "off",
      "@typescript-eslint/prefer-promise-reject-errors": "off",
      "@typescript-eslint/no-implied-eval": "off",
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unsafe-enum-comparison": "off",
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      "@typescript-eslint/no-empty-function": "off",
      "@typescript-eslint/no-deprecated": "off",
    },
  },
  {
    files: ["**/*.js"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        performance: "readonly",
        setTimeout: "readonly",
        setInterval: "readonly",
        AbortSignal: "readonly",
        fetch: "readonly",
        URL: "readonly",
      },
    },
  },
  {
    files: ["tools/**/*.js"],
    languageOptions: {
      globals: {
        AbortController: "readonly",
        Buffer: "readonly",
        Headers: "readonly",
        TextEncoder: "readonly",
        clearTimeout: "readonly",
      },
    },
  },
);
