// match-message-template (mcp-aql), no fault: the errors of another API
export const asGraphQl = (path) => ({ errors: [{ message: "Not found", path, extensions: { code: "NOT_FOUND" } }] });
export const asProblem = () => ({ type: "about:blank", title: "Not found", status: 404 });
