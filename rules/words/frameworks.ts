// How the frameworks of MCP servers take tools, how all tools of a server get the boundary, and how HTTP frameworks
// take the body of a response.

/** One way of registering a tool, or a handler of all tools. */
export interface ToolMethod {
  /** The method of the server. */
  readonly name: string;
  /** Where the name of the tool stands: it is the first argument, a property of it, or comes with each request. */
  readonly tool: "argument" | "property" | "request";
  /** The properties of the tool's object that may hold the handler; else it is the last argument. */
  readonly handler?: readonly string[];
  /** Whether only servers of MCP have a method of that name. */
  readonly isDistinctive?: boolean;
  /** Whether the first argument is a list of such objects. */
  readonly takesList?: boolean;
}

/** A framework: where its servers come from, how they take tools, and how a whole server gets the boundary. */
export interface ToolFramework {
  readonly packages: readonly string[];
  /**
   * The module of the runtime, in `src/boundary/server/`, with which `wrapServer` takes servers, or why it takes none.
   */
  readonly runtime: { readonly module: string } | { readonly reason: string };
  /** The classes of its servers, by which a project's own types are known too. */
  readonly classes: readonly string[];
  /** Functions that make a server. */
  readonly makers?: readonly string[];
  /** Functions that make a server for the function that they are given: `createMcpHandler((server) => ...)`. */
  readonly givers?: readonly string[];
  readonly methods: readonly ToolMethod[];
  /** How they take resources and prompts. */
  readonly others?: readonly ToolMethod[];
  /** The class that each tool extends, and the method of it that runs. The framework makes the server. */
  readonly toolClass?: { readonly name: string; readonly method: string };
  /**
   * What a module exports whose default export is a tool, what has its name first; but for modules that import these
   * types. The framework makes the server.
   */
  readonly toolModule?: { readonly beside: readonly string[]; readonly otherTypes: readonly string[] };
  /** What takes the boundary of all tools, where the contract's function for servers cannot take the server. */
  readonly middleware?: { readonly method: string; readonly request: string };
}

/** The method of the requests that call tools; also the name of a boundary around every tool. */
export const TOOL_CALLS = "tools/call";

/** What names those requests: the schema of the first SDK, the method of the second. */
export const TOOL_REQUESTS: ReadonlySet<string> = new Set(["CallToolRequestSchema", TOOL_CALLS]);

export const FRAMEWORKS: readonly ToolFramework[] = [
  {
    // Both SDKs. An `McpAgent` of Cloudflare has such a server in a field.
    packages: ["@modelcontextprotocol/sdk", "@modelcontextprotocol/server"],
    runtime: { module: "sdk-server" },
    classes: ["McpServer"],
    methods: [
      { name: "registerTool", tool: "argument", isDistinctive: true },
      { name: "registerToolTask", tool: "argument", handler: ["createTask"], isDistinctive: true },
      { name: "tool", tool: "argument" },
    ],
    others: [
      { name: "registerResource", tool: "argument", isDistinctive: true },
      { name: "registerPrompt", tool: "argument", isDistinctive: true },
      { name: "resource", tool: "argument" },
      { name: "prompt", tool: "argument" },
    ],
  },
  {
    packages: ["@modelcontextprotocol/sdk", "@modelcontextprotocol/server"],
    runtime: { module: "sdk-server" },
    classes: ["Server"],
    methods: [{ name: "setRequestHandler", tool: "request", isDistinctive: true }],
  },
  {
    packages: ["mcp-handler", "@vercel/mcp-adapter"],
    runtime: { module: "sdk-server" },
    classes: [],
    givers: ["createMcpHandler"],
    methods: [],
  },
  {
    packages: ["fastmcp"],
    runtime: { module: "fast-mcp" },
    classes: ["FastMCP"],
    methods: [
      { name: "addTool", tool: "property", handler: ["execute", "handler", "callback"] },
      { name: "addTools", tool: "property", handler: ["execute"], takesList: true },
    ],
    others: ["Resource", "ResourceTemplate", "Prompt"].flatMap((kind): ToolMethod[] => [
      { name: `add${kind}`, tool: "property", handler: ["load"] },
      { name: `add${kind}s`, tool: "property", handler: ["load"], takesList: true },
    ]),
  },
  {
    packages: ["mcp-use/server"],
    runtime: { module: "mcp-use" },
    classes: ["MCPServer"],
    makers: ["createMCPServer"],
    methods: [{ name: "tool", tool: "property", handler: ["cb"] }],
  },
  {
    // The second version.
    packages: ["mcp-use"],
    runtime: { reason: "It makes its servers in private; its middleware takes the boundary of all tools." },
    classes: ["MCPServer"],
    methods: [{ name: "tool", tool: "property" }],
    middleware: { method: "use", request: `mcp:${TOOL_CALLS}` },
  },
  {
    packages: ["mcp-framework"],
    runtime: {
      reason: "It makes the server, and each class answers by itself; the method of the class takes the boundary.",
    },
    classes: [],
    methods: [],
    toolClass: { name: "MCPTool", method: "execute" },
  },
  {
    packages: ["xmcp"],
    runtime: {
      reason: "It makes the server of modules when it builds them; the function of each module takes the boundary.",
    },
    classes: [],
    methods: [],
    toolModule: { beside: ["metadata", "schema"], otherTypes: ["PromptMetadata", "ResourceMetadata"] },
  },
];

/** An object that is a tool, a resource or a prompt wherever it stands: what describes it, and what runs. */
export interface ServedObject {
  readonly serves: "tool" | "resource" | "prompt";
  /** Properties of which it has one: the input of a tool, the address of a resource, the arguments of a prompt. */
  readonly described: readonly string[];
  /** The properties that may hold the handler. */
  readonly handler: readonly string[];
}

export const SERVED_OBJECTS: readonly ServedObject[] = [
  {
    serves: "tool",
    described: ["inputSchema", "parameters", "schema"],
    handler: ["execute", "handler", "run", "call"],
  },
  { serves: "resource", described: ["uri", "uriTemplate"], handler: ["load"] },
  { serves: "prompt", described: ["arguments"], handler: ["load"] },
];

/** The method of both SDKs' servers that sends the client a log (`notifications/message`). */
export const LOG_NOTIFICATION = "sendLoggingMessage";

/** The answers to a request for input that say, by the protocol, that there is none. */
export const ACTIONS_WITHOUT_INPUT: ReadonlySet<unknown> = new Set(["cancel", "decline"]);

/** Error classes of frameworks, which they turn into an answer of their own. */
export interface FrameworkErrors {
  readonly packages: readonly string[];
  readonly classes: readonly string[];
  /** Whether their code is one of the protocol: about the request, and not about what a tool did. */
  readonly isProtocol?: boolean;
  /** Whether they hold nothing but a text: no code, and no cause. */
  readonly isText?: boolean;
}

export const FRAMEWORK_ERRORS: readonly FrameworkErrors[] = [
  { packages: ["@modelcontextprotocol/sdk"], classes: ["McpError"], isProtocol: true },
  {
    packages: ["@modelcontextprotocol/server", "@modelcontextprotocol/core"],
    classes: ["ProtocolError"],
    isProtocol: true,
  },
  // A client answers requests of a server, and has no tools.
  { packages: ["@modelcontextprotocol/client"], classes: ["ProtocolError"] },
  {
    packages: ["sdk", "server", "client", "core"].map((name) => `@modelcontextprotocol/${name}`),
    classes: ["UrlElicitationRequiredError"],
  },
  { packages: ["fastmcp"], classes: ["UserError"], isText: true },
];

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

/** That of `node:http`, Express and Nest. */
export const SERVER_RESPONSE: ResponseKind = { names: new Set(["res", "resp", "response"]), methods: SENDERS };

export const RESPONSE_KINDS: readonly ResponseKind[] = [
  SERVER_RESPONSE,
  // Fastify
  { names: new Set(["reply"]), methods: new Set(["send"]), handlesErrors: true },
  // Hono
  {
    names: new Set(["c", "ctx", "context"]),
    methods: new Set(["json", "text", "body", "html"]),
    takesStatus: true,
  },
];

/** What calls the handlers of HTTP requests and looks at no promise of theirs: one that rejects is never answered. */
export interface PromiseBlindRouter {
  readonly name: string;
  readonly packages: readonly string[];
  /** The first major version that takes rejections. */
  readonly until?: number;
  /** A package that makes earlier ones take them. */
  readonly mendedBy?: string;
  /** Its methods that take handlers, and what it is called as a parameter. */
  readonly methods?: ReadonlySet<string>;
  readonly names?: readonly string[];
  /** Functions of the package that take a handler. */
  readonly functions?: readonly string[];
  /** What a handler does with a failure. */
  readonly remedy: string;
}

export const PROMISE_BLIND_ROUTERS: readonly PromiseBlindRouter[] = [
  {
    // https://expressjs.com/en/guide/error-handling.html
    name: "Express 4",
    packages: ["express"],
    until: 5,
    mendedBy: "express-async-errors",
    methods: new Set(["all", "delete", "get", "head", "options", "param", "patch", "post", "put", "use"]),
    names: ["app", "router"],
    remedy: "pass it to `next`",
  },
  {
    // https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
    name: "Node.js",
    packages: ["http", "https"].flatMap((name) => [name, `node:${name}`]),
    functions: ["createServer"],
    remedy: "answer with the status of a failure",
  },
];

/** Methods of a response that return it; those that set the status, and the others. */
export const STATUS_METHODS: ReadonlySet<string> = new Set(["status", "code", "writeHead"]);
export const CHAINED_METHODS: ReadonlySet<string> = new Set([
  ...STATUS_METHODS,
  ...["type", "set", "header", "headers", "setHeader", "contentType"],
]);
