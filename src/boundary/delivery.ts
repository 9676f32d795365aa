/**
 * How a failure reaches the caller.
 *
 * - `"throw"`: throws the contract's error with the canonical envelope as JSON in its message, and in its `data`. An MCP
 *   server puts the message into an `isError` result, or message and data into a JSON-RPC error, so the client has the
 *   envelope either way. That JSON-RPC error has the SDK's code for all failures, -32603: many of its others mean
 *   something to the SDK's clients themselves, such as a lost connection.
 * - `"protocol"`: throws an error with the `code`, `message` and `data` of a JSON-RPC error: those of the envelope where it
 *   is one, else the code of its condition, the error's own message, and the envelope as `data`.
 * - `"result"`: returns an MCP tool result with `isError` and the canonical envelope as JSON text. No `structuredContent`:
 *   clients check that against the tool's output schema even in a failure.
 * - `"envelope"`: returns the envelope.
 * - `"json"`: returns the envelope as its canonical JSON string.
 * - `"response"`: returns a `Response` with the envelope as its JSON body, and the status of its code.
 *
 * By default a contract's own `delivery` decides, in the form that the caller understands:
 *
 * | contract      | a tool of an MCP server | a JSON-RPC method | any other function |
 * | ------------- | ----------------------- | ----------------- | ------------------ |
 * | `throw`       | `"throw"`               | `"throw"`         | `"throw"`          |
 * | `protocol`    | `"throw"`               | `"protocol"`      | `"protocol"`       |
 * | `return`      | `"result"`              | `"throw"`; `"result"` for `tools/call` | `"envelope"` |
 * | `return-json` | `"result"`              | `"throw"`; `"result"` for `tools/call` | `"json"`     |
 */
export type Delivery = (typeof deliveries)[number];

/** Every {@link Delivery}. */
export const deliveries = ["throw", "protocol", "result", "envelope", "json", "response"] as const;
