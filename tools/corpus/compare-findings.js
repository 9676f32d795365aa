import { groupBy } from "./measures.js";

/**
 * @typedef {{ messageId?: string, message: string, edit: string }} Offer
 * @typedef {{ rule: string, messageId?: string, message: string, file: string, line: number, column: number,
 *   fix?: string, suggestions: Offer[] }} Finding
 * @typedef {{ kind: string, place: string, before?: string, after?: string }} Difference
 */

// What two runs say of the same code belongs together by the first of these that is equal.
const SAME_FINDING = [
  ({ file, rule, line, column, messageId, message }) => [file, rule, line, column, messageId, message],
  ({ file, rule, line, column, messageId }) => [file, rule, line, column, messageId],
  ({ file, rule, line, column }) => [file, rule, line, column],
  ({ file, rule, line }) => [file, rule, line],
  ({ file, rule, messageId, message }) => [file, rule, messageId, message],
];
const SAME_OFFER = [
  ({ messageId, message }) => [messageId, message],
  ({ messageId, edit }) => [messageId, edit],
  ({ messageId }) => [messageId],
];

/**
 * Compares two runs over the same code.
 *
 * @param {readonly Finding[]} before
 * @param {readonly Finding[]} after
 * @returns {Difference[]} whose `kind` names the rule, the message and what differs
 */
export function compareFindings(before, after) {
  return matchUp(before, after, SAME_FINDING).flatMap(([old, now]) => {
    const { rule, messageId, file, line } = old ?? now;
    const toDifference = ([what, one, other]) => ({
      kind: `${rule}/${messageId ?? "none"}: ${what}`,
      place: `${file}:${line}`,
      before: one,
      after: other,
    });
    if (!now) return toDifference(["finding gone", old.message]);
    if (!old) return toDifference(["finding new", undefined, now.message]);
    return [...compareFinding(old, now), ...compareOffers(old.suggestions, now.suggestions)].map(toDifference);
  });
}

function* compareFinding(old, now) {
  const places = [old, now].map(({ line, column }) => `${line}:${column}`);
  if (places[0] !== places[1]) yield ["finding moved", ...places];
  if (old.messageId !== now.messageId) yield [`now ${now.messageId}`, old.message, now.message];
  else if (old.message !== now.message) yield ["message", old.message, now.message];
  if (old.fix !== now.fix) yield [describeChange("fix", old.fix, now.fix), old.fix, now.fix];
}

function* compareOffers(before, after) {
  for (const [old, now] of matchUp(before, after, SAME_OFFER)) {
    const name = `suggestion ${(old ?? now).messageId}`;
    if (!old || !now) yield [describeChange(name, old, now), showOffer(old), showOffer(now)];
    else if (old.message !== now.message) yield [`${name}: text`, old.message, now.message];
    else if (old.edit !== now.edit) yield [`${name}: edit`, old.edit, now.edit];
  }
  const shared = (offers, others) => offers.map(({ message }) => message).filter((text) => textsOf(others).has(text));
  const orders = [shared(before, after), shared(after, before)].map((texts) => texts.join("\n"));
  if (orders[0] !== orders[1]) yield ["order of suggestions", ...orders];
}

function describeChange(name, old, now) {
  if (old === undefined) return `${name} new`;
  return now === undefined ? `${name} gone` : `${name} changed`;
}

function showOffer(offer) {
  return offer && `${offer.message}\n${offer.edit}`;
}

function textsOf(offers) {
  return new Set(offers.map(({ message }) => message));
}

/** Pairs the members of two lists, the most alike first; a member without a counterpart stands alone. */
function matchUp(before, after, sameness) {
  const pairs = [];
  let olds = before;
  let news = after;
  for (const keyOf of sameness) {
    const waiting = groupBy(news, (each) => JSON.stringify(keyOf(each)));
    const takeAlike = (each) => waiting[JSON.stringify(keyOf(each))]?.shift();
    const tried = olds.map((old) => [old, takeAlike(old)]);
    const matched = tried.filter(([, now]) => now);
    const taken = new Set(matched.map(([, now]) => now));
    pairs.push(...matched);
    olds = tried.filter(([, now]) => !now).map(([old]) => old);
    news = news.filter((each) => !taken.has(each));
  }
  return [...pairs, ...olds.map((old) => [old, undefined]), ...news.map((each) => [undefined, each])];
}
