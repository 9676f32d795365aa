// How HTTP frameworks take the body of a response. The only place that says so.

/** One kind of response, or of a context that holds one. */
export interface ResponseKind {
  /** What it is called as a parameter; a fetched `response` is another server's answer. */
  readonly names: ReadonlySet<string>;
  /** Methods that send their first argument. */
  readonly methods: ReadonlySet<string>;
  /** Whether the second argument of these methods is the status; else a method before them in the chain sets it. */
  readonly takesStatus?: boolean;
  /** Whether an error that is sent as it is goes to the error handler, which writes what clients may see of it. */
  readonly handlesErrors?: boolean;
}

/** Methods that send their argument as the body of an HTTP response. */
export const SENDERS: ReadonlySet<string> = new Set(["json", "jsonp", "send", "end", "write"]);

export const RESPONSE_KINDS: readonly ResponseKind[] = [
  // node:http, Express, Nest
  { names: new Set(["res", "resp", "response"]), methods: SENDERS },
  // Fastify
  { names: new Set(["reply"]), methods: new Set(["send"]), handlesErrors: true },
  // Hono
  {
    names: new Set(["c", "ctx", "context"]),
    methods: new Set(["json", "text", "body", "html"]),
    takesStatus: true,
  },
];

/** Methods of a response that return it; those that set the status, and the others. */
export const STATUS_METHODS: ReadonlySet<string> = new Set(["status", "code", "writeHead"]);
export const CHAINED_METHODS: ReadonlySet<string> = new Set([
  ...STATUS_METHODS,
  ...["type", "set", "header", "headers", "setHeader", "contentType"],
]);
