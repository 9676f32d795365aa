import * as prettier from "prettier";

const PAGES = "https://github.com/error-contract/error-contract/blob/main/docs/rules";

/** @type {import("eslint-doc-generator").GenerateOptions} */
export default {
  // From the plugin's folder, which the command names.
  pathRuleDoc: "../docs/rules/{name}.md",
  pathRuleList: "README.md",
  // The package's own README is also read on npm, where a relative link leads nowhere.
  urlRuleDoc: (name, page) => (page === "README.md" ? `${PAGES}/${name}.md` : undefined),
  // What can be fixed or suggested, and when, is the section "Fix safety" of each page.
  ruleDocNotices: ["description", "configs", "deprecated", "requiresTypeChecking"],
  configEmoji: [
    ["recommended", "✅"],
    ["kaiza", "🛡️"],
    ["contextResolve", "🧊"],
    ["jsonRpc", "🔌"],
    ["typedMcp", "📬"],
    ["mcpAql", "🧭"],
    ["node", "🟢"],
    ["catalogue", "📇"],
  ],
  postprocess: async (content, page) =>
    prettier.format(content, { ...(await prettier.resolveConfig(page)), parser: "markdown" }),
};
