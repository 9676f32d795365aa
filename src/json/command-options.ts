import { mark } from "./mark.js";

/** Between a command and its options: blanks, also in a list of arguments. */
const gap = String.raw`(?:[ \t]+|\\*["'],\s?\\*["']|\0)`;
const login = String.raw`(?:docker|podman|nerdctl|buildah|skopeo|oras|az|cf|oc|helm${gap}registry)${gap}login`;

/** Options whose value is a secret by the manual of the program; what follows them ends where the value begins. */
const programs: readonly (readonly [name: string, options: string])[] = [
  // With a blank in between, the next word is the name of a database.
  [String.raw`(?:mysql|mariadb)[\w-]*`, "-p"],
  [String.raw`mongo\w*|sshpass|cypher-shell|rabbitmqadmin|${login}`, `-p(?:${gap}|=)?`],
  ["curl", String.raw`(?:-[uU]|--(?:proxy-)?user=?)${gap}?["']?[^\s:"',]+:`],
  ["redis-cli|valkey-cli", `-a${gap}`],
  [String.raw`ldap\w+`, `-w${gap}?`],
  ["sqlcmd|bcp|zip|unzip|ipmitool", `-P${gap}?`],
  [String.raw`7z\w*|rar|unrar`, "-p"],
  ["smbclient|rpcclient", String.raw`-U${gap}?[^\s%"',]+%`],
  ["lftp", String.raw`-u${gap}?[^\s,"']+,`],
];

const rows = /* @__PURE__ */ programs.map(([name, options]) => ({
  program: new RegExp(String.raw`(?<![\w.-])(?:${name})(?:\.exe)?(?=${gap})`),
  value: new RegExp(String.raw`(?<=${gap}${options})(?:'[^'\n]*'|"[^"\n]*"|[^\s"'\\\0]+)`, "g"),
}));

const betweenCommands = /(\n|[;|&]{1,2}[ \t])/;

/** Replaces the values of options such as those of `mysql -px` and `curl -u me:x`, by the program in front of them. */
export function redactOptions(text: string): string {
  if (!rows.some(({ program }) => program.test(text))) return text;
  return text
    .split(betweenCommands)
    .map((line) => redactLine(line))
    .join("");
}

/** The same in a list of arguments that begins with the program. */
export function redactArguments(items: readonly string[]): readonly string[] {
  const line = items.join("\0");
  if (!rows.some(({ program }) => line.search(program) >= 0)) return items;
  const cleaned = redactLine(line).split("\0");
  return cleaned.length === items.length ? cleaned : items;
}

/** A line may have several programs, as `sshpass` runs another. */
function redactLine(line: string): string {
  return rows.reduce((rest, { program, value }) => {
    const begin = rest.search(program);
    return begin < 0 ? rest : rest.slice(0, begin) + rest.slice(begin).replace(value, mark);
  }, line);
}
