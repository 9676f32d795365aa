// What a new rule, its test and its page begin with. The call `example()` stands for what the rule will report.

export function printRule(name) {
  return `import { createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";
import { readCalleeName } from "./syntax/expressions.js";

export default createRule<[], "found">({
  name: "${name}",
  meta: {
    type: "problem",
    docs: {
      description: "${name.startsWith("require") ? "require" : "disallow"} what this rule is about",
      meaning: "What a finding means to those who use the server.",
      presets: [],
    },
    schema: [],
    messages: {
      found: "Do the right thing instead of \`{{name}}\`.",
    },
  },
  create(context) {
    const { sourceCode } = createLintContext(context);
    return {
      CallExpression(node) {
        const name = readCalleeName(node, sourceCode);
        if (name !== "example") return;
        context.report({ node, messageId: "found", data: { name } });
      },
    };
  },
});
`;
}

export function printTest(name) {
  return `import { it } from "vitest";
import rule from "../../rules/dist/${name}.js";
import { expectFindings } from "../kit/marked-code.js";

const subject = { name: "${name}", rule };

it.each([["a call", "«example()»;"]])("reports %s", (_, code) => expectFindings(subject, code));

it.each([["another call", "other();"]])("leaves %s alone", (_, code) => expectFindings(subject, code));
`;
}

export function printPage(name) {
  return `# error-contract/${name}

<!-- end auto-generated rule header -->

What the rule asks for, and why, in two sentences.

## Incorrect

\`\`\`js
example();
\`\`\`

## Correct

\`\`\`js
other();
\`\`\`

## What types add

Nothing: names say all that the rule needs to know.

## Fix safety

There is no fix.

## Limits

- What the rule does not see.

## When not to use it

Where it does not apply.
`;
}
