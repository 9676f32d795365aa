import { joinPatterns } from "./join-patterns.js";
import { mark } from "./mark.js";

/**
 * The password of an address. Its user too, for web servers and where only a user is given, since tokens stand there;
 * not that of a remote shell, as in `ssh://git@`. A password that was not encoded may have any sign in it, but behind a
 * port a path begins.
 */
export const credentials = /* @__PURE__ */ joinPatterns(
  "|",
  /(?<=\bhttps?:\/\/)[^\s/?#"'<>]+(?=@)/gi,
  /(?<=(?<![a-z\d+.-])(?!(?:[a-z]+\+)?ssh:|sftp:|scp:)[a-z][a-z\d+.-]{1,30}:\/\/)[^\s/?#"'<>:@]+(?=@)/,
  /(?<=:\/\/[^\s/:@]*:)[^\s/?#"'<>]+(?=@)/,
  /(?<=:\/\/[^\s/:@]{0,200}:)(?!\d{1,5}(?:[/?#]|$))(?:[^\s"'<>@]|["'<>](?=[\w/#?@])){1,200}(?=@)/,
);

/** Leaves out the queries of addresses, their passwords and tokens. */
export function leaveOutQueries(text: string): string {
  return text
    .replace(credentials, mark)
    .replace(/\?(?:[^\s"'`<>]|["'`](?=[\w&=%]))+/g, (query, index: number) =>
      isInAddress(text, index) ? `?${mark}` : query,
    );
}

/** Reads back from the query to the beginning of a word: an address, or a path. */
function isInAddress(text: string, index: number): boolean {
  let begin = index;
  while (begin > 0 && !/[\s"'`<(]/.test(text[begin - 1]!)) begin--;
  const word = text.slice(begin, index);
  return word.startsWith("/") || word.includes("://");
}
