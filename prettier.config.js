/** @type {import("prettier").Config} */
export default { printWidth: 120, overrides: [{ files: "*.md", options: { proseWrap: "always" } }] };
