import { leaveOutQueries } from "./addresses.js";
import { joinPatterns } from "./join-patterns.js";
import { mark } from "./mark.js";

/**
 * Messages of libraries that quote what they were given: parameters, rows, command lines, requests. Each row has a text
 * that such a message holds, and the quoted part; where its end is missing, it goes on to the end of the line.
 */
const quotations: readonly (readonly [sign: string, quoted: RegExp])[] = [
  // Of programs: Node's `exec`, execa, nano-spawn; tinyexec. A first word without a sign is the program.
  [
    "Command",
    /* @__PURE__ */ joinPatterns(
      "",
      /(?<=\bCommand (?:failed|timed out|was|'s|with)\b[^\n:]{0,100}: )(?![\w./\\:-]{1,200}(?:\n|$))/g,
      /(?:(?<program>[\w./\\:-]{1,200}) )?(?:"[^"]*"|'[^']*'|[^\n])+/,
    ),
  ],
  [
    "ommand `",
    /(?<=\b[Cc]ommand `)(?:(?<program>[\w./\\:-]{1,200}) )(?:[^\n]*(?=` (?:exited|failed|was|timed))|[^\n]*)/g,
  ],
  // Of queries: Drizzle; Knex and MikroORM; Prisma.
  ["\nparams: ", /(?<=\nparams: )[^]*?(?=\n {2,8}at |$)/g],
  [
    " - ",
    /* @__PURE__ */ joinPatterns(
      "",
      /(?<=^(?:\w{1,40}: )?)/gi,
      /(?=(?:insert|replace|merge) into|delete from|update \S{1,200} set|call \S{1,200}\(|with \S{1,100} as|select\s)/,
      /(?!select\s(?![^]{1,2000}?\sfrom\s))/,
      /(?:(?!\n {4}at )[^])*(?= - )/,
    ),
  ],
  ["invocation", /(?<=^[^]{0,300}\binvocation(?: in\n[^\n]{0,500}|:)\n)[^]*[{}()]+\s*(?=\n\n)/g],
  // Of databases: MySQL and MariaDB, MongoDB, PostgreSQL, SQL Server, Redis.
  ["Duplicate entry", /(?<=\bDuplicate entry ')[^]{1,1000}?(?=' for key\b)/g],
  ["ncorrect", /(?<=\b[Ii]ncorrect [\w ]{1,40}value: ')[^]{1,1000}?(?='(?: for |\n|$))/g],
  ["syntax to use near", /(?<=\bsyntax to use near ')(?:[^]*(?=' at line \d)|[^\n]*)/g],
  ["dup key", /(?<=\bdup key: )\{(?:[^\n]*\}|[^\n]*)/g],
  ["Key (", /(?<=\bKey \([^)\n]{1,300}\)=\()[^\n]{1,2000}?(?=\) (?:already|is|conflicts))/g],
  ["Failing row", /(?<=\bFailing row contains \()(?:[^\n]*(?=\))|[^\n]*)/g],
  ["nvalid input", /(?<=\binvalid input (?:syntax|value) for [\w ]{1,60}: ")(?:[^\n]*(?=")|[^\n]*)/g],
  ["duplicate key value is (", /(?<=\bduplicate key value is \()(?:[^\n]*(?=\))|[^\n]*)/g],
  ["onver", /(?<=\b[Cc]onver(?:ting|sion failed when converting) [\w ]{0,40}value ')[^\n]{1,2000}?(?=' to\b)/g],
  ["with args beginning with: ", /(?<=\bwith args beginning with: )[^\n]+/g],
  // Of mongoose, and what `JSON.parse` shows of its text.
  ["Cast to", /(?<=\bCast to [\w.]{1,60} failed for value )(?:[^\n]*(?= \(type )|[^\n]*)/g],
  ["is not valid JSON", /(?<=, )(?:\.{3})?"[^]{1,100}?"(?:\.{3})?(?= is not valid JSON)/g],
  // Of graphql-request, behind the message of the first error: all that came back, and the request with its variables.
  ['"request":{"query"', /\{"response":(?:[^\n]*\}\}|[^\n]*)/g],
];

/** Leaves out the parts of a message that quote what its library was given, and the secret parts of addresses. */
export function leaveOutQuoted(text: string): string {
  return leaveOutQuotations(text.includes("?") || text.includes("://") ? leaveOutQueries(text) : text);
}

/** The same without addresses. */
export function leaveOutQuotations(text: string): string {
  return quotations.reduce(
    (rest, [sign, quoted]) => (rest.includes(sign) ? rest.replace(quoted, replaceQuoted) : rest),
    text,
  );
}

function replaceQuoted(...match: readonly unknown[]): string {
  const program = (match.at(-1) as { readonly program?: string } | undefined)?.program;
  return program === undefined ? mark : `${program} ${mark}`;
}
