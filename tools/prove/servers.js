// The public servers that are proved: what is installed, how it is started, and with which inputs. `{folder}` is the
// folder of the run, in which the files of `files` lie.
//
// `use` says what a server is for: the table of docs/evidence.md, the samples of cells that are read by hand, in
// the order in which they were drawn ("build", "reading", "second"), or the boundary ("wrapped").

const notes = {
  "notes/today.md": "# Today\n\nBuy bread and call the printer.\n",
  "notes/friday.md": "# Friday\n\nSend the parcel.\n",
  "notes/list.json": '{ "items": ["bread", "milk"] }\n',
};

const noteInputs = {
  read_file: { path: "{folder}/notes/today.md" },
  read_multiple_files: { paths: ["{folder}/notes/today.md", "{folder}/notes/friday.md"] },
  write_file: { path: "{folder}/notes/new.md", content: "Buy bread" },
  edit_file: { path: "{folder}/notes/today.md", edits: [{ oldText: "bread", newText: "milk" }] },
  create_directory: { path: "{folder}/notes/2027" },
  list_directory: { path: "{folder}/notes" },
  directory_tree: { path: "{folder}/notes" },
  move_file: { source: "{folder}/notes/today.md", destination: "{folder}/notes/old.md" },
  search_files: { path: "{folder}/notes", pattern: "**/*.md" },
  get_file_info: { path: "{folder}/notes/today.md" },
};

/** The client with which they are called. */
export const client = "@modelcontextprotocol/client@2.4.0";

/** Which server, at which version. Settings of the environment are made up: nothing of a run leaves the machine. */
export const servers = [
  {
    name: "launchdarkly",
    use: "table",
    package: "@launchdarkly/mcp-server@0.6.2",
    command: ["bin/mcp-server.js", "start", "--api-key", "api-0000aaaa-1111"],
  },
  {
    name: "attio",
    use: "table",
    package: "attio-mcp@1.6.1",
    env: { ATTIO_API_KEY: "0123456789abcdef0123456789abcdef" },
    most: 10,
  },
  { name: "european-parliament", use: "table", package: "european-parliament-mcp-server@1.1.26", most: 16 },
  {
    name: "agent-infra/filesystem",
    use: "table",
    package: "@agent-infra/mcp-server-filesystem@1.2.29",
    args: ["--allowed-directories", "{folder}/notes"],
    files: notes,
    inputs: noteInputs,
  },
  {
    name: "notion",
    use: "table",
    package: "@notionhq/notion-mcp-server@2.5.1",
    env: { NOTION_TOKEN: "ntn_0123456789" },
  },
  { name: "tavily", use: "table", package: "tavily-mcp@0.2.19", env: { TAVILY_API_KEY: "tvly-0123456789" } },
  {
    name: "brave-search",
    use: "table",
    package: "@brave/brave-search-mcp-server@2.1.4",
    env: { BRAVE_API_KEY: "BSA0123456789" },
  },
  { name: "firecrawl", use: "table", package: "firecrawl-mcp@1.12.0", env: { FIRECRAWL_API_KEY: "fc-0123456789" } },
  {
    name: "servers/filesystem",
    use: "table",
    package: "@modelcontextprotocol/server-filesystem@2026.8.31",
    args: ["{folder}/notes"],
    files: notes,
    inputs: {
      ...noteInputs,
      read_text_file: { path: "{folder}/notes/today.md" },
      read_media_file: { path: "{folder}/notes/today.md" },
      list_directory_with_sizes: { path: "{folder}/notes" },
    },
  },
  {
    name: "line-bot",
    use: "table",
    package: "@line/line-bot-mcp-server@0.5.0",
    env: { CHANNEL_ACCESS_TOKEN: "0123456789abcdef", DESTINATION_USER_ID: "U0123456789abcdef0123456789abcdef" },
  },
  {
    name: "asana",
    use: "build",
    package: "@roychri/mcp-server-asana@1.8.0",
    env: { ASANA_ACCESS_TOKEN: "0/0123456789abcdef" },
    most: 12,
  },
  {
    name: "postgres",
    use: "build",
    package: "@henkey/postgres-mcp-server@1.0.7",
    args: ["--connection-string", "postgresql://reader:secret@127.0.0.1:5432/shop"],
    most: 12,
  },
  { name: "leetcode", use: "build", package: "@jinzcdev/leetcode-mcp-server@1.4.0", most: 12 },
  {
    name: "perplexity",
    use: "build",
    package: "@perplexity-ai/mcp-server@1.2.1",
    env: { PERPLEXITY_API_KEY: "pplx-0123456789" },
  },
  {
    name: "taskmanager",
    use: "build",
    package: "@kazuph/mcp-taskmanager@1.1.1",
    files: { "tasks.json": '{ "requests": [] }' },
    env: { TASK_MANAGER_FILE_PATH: "{folder}/tasks.json" },
  },
  {
    name: "shortcut",
    use: "reading",
    package: "@shortcut/mcp@0.25.0",
    env: { SHORTCUT_API_TOKEN: "0123abcd-0123-0123-0123-0123456789ab" },
    most: 12,
  },
  {
    name: "backlog",
    use: "reading",
    package: "backlog-mcp-server@0.20.4",
    env: { BACKLOG_DOMAIN: "example.backlog.com", BACKLOG_API_KEY: "0123456789abcdef" },
    most: 12,
  },
  { name: "airbnb", use: "reading", package: "@openbnb/mcp-server-airbnb@0.3.0", args: ["--ignore-robots-txt"] },
  {
    name: "knowledge-graph",
    use: "reading",
    package: "@itseasy21/mcp-knowledge-graph@1.0.7",
    args: ["--memory-path", "{folder}/memory.jsonl"],
    files: { "memory.jsonl": '{"type":"entity","name":"bread","entityType":"food","observations":["brown"]}\n' },
  },
  {
    name: "memory-bank",
    use: "reading",
    package: "@allpepper/memory-bank-mcp@0.2.2",
    env: { MEMORY_BANK_ROOT: "{folder}/bank" },
    files: { "bank/shop/brief.md": "# Shop\n\nIt sells bread.\n" },
    inputs: {
      list_project_files: { projectName: "shop" },
      memory_bank_read: { projectName: "shop", fileName: "brief.md" },
      memory_bank_write: { projectName: "shop", fileName: "new.md", content: "Milk" },
      memory_bank_update: { projectName: "shop", fileName: "brief.md", content: "Milk" },
    },
  },
  {
    name: "google-docs",
    use: "reading",
    package: "@a-bonus/google-docs-mcp@1.11.3",
    env: { GOOGLE_CLIENT_ID: "0123", GOOGLE_CLIENT_SECRET: "0123456789", XDG_CONFIG_HOME: "{folder}/config" },
    files: {
      "config/google-docs-mcp/token.json":
        '{ "type": "authorized_user", "client_id": "0123", "client_secret": "0123456789", "refresh_token": "1//0123" }',
    },
    most: 12,
  },
  {
    name: "trello",
    use: "reading",
    package: "@delorenj/mcp-server-trello@1.8.1",
    env: { TRELLO_API_KEY: "0123456789abcdef", TRELLO_TOKEN: "ATTA0123456789" },
    most: 12,
  },
  {
    name: "airtable",
    use: "reading",
    package: "airtable-mcp-server@1.14.0",
    env: { AIRTABLE_API_KEY: "pat0123456789.abcdef" },
    most: 12,
  },
  {
    name: "linear",
    use: "second",
    package: "linear-mcp-server@0.1.0",
    env: { LINEAR_API_KEY: "lin_api_0123456789abcdef" },
    most: 10,
  },
  {
    name: "youtube",
    use: "second",
    package: "youtube-data-mcp-server@1.0.16",
    env: { YOUTUBE_API_KEY: "AIza0123456789" },
    most: 10,
  },
  { name: "ashby", use: "second", package: "ashby-mcp@1.7.3", env: { ASHBY_API_KEY: "0123456789abcdef" }, most: 10 },
  {
    name: "coolify",
    use: "second",
    package: "@masonator/coolify-mcp@3.5.0",
    env: { COOLIFY_ACCESS_TOKEN: "0123456789abcdef", COOLIFY_BASE_URL: "https://coolify.example.com" },
    most: 10,
  },
  { name: "fetch", use: "second", package: "mcp-fetch-server@1.1.2" },
  {
    name: "obsidian",
    use: "second",
    package: "mcp-obsidian@1.0.0",
    args: ["{folder}/notes"],
    files: notes,
    inputs: { read_notes: { paths: ["today.md"] }, search_notes: { query: "today" } },
  },
  {
    name: "tavily wrapped",
    use: "wrapped",
    package: "tavily-mcp@0.2.19",
    env: { TAVILY_API_KEY: "tvly-0123456789" },
    wrap: { file: "build/index.js", server: "this.server" },
  },
  {
    name: "brave-search wrapped",
    use: "wrapped",
    package: "@brave/brave-search-mcp-server@2.1.4",
    env: { BRAVE_API_KEY: "BSA0123456789" },
    wrap: { file: "dist/protocols/stdio.js", server: "mcpServer" },
  },
  {
    name: "launchdarkly wrapped",
    use: "wrapped",
    package: "@launchdarkly/mcp-server@0.6.2",
    command: ["bin/mcp-server.js", "start", "--api-key", "api-0000aaaa-1111"],
    wrap: { file: "bin/mcp-server.js", server: "server" },
  },
];
