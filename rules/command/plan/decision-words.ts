/** Decisions that are no code and no id of a suggestion. */
export const DECISIONS = {
  /** Each place gets the decision that is proposed for it. */
  asProposed: "asProposed",
  /** The fix that `eslint --fix` makes. */
  fix: "fix",
  /** The conversion of the cause. */
  fromUnknown: "fromUnknown",
  /** The class goes into the settings, which `apply` prints. */
  map: "map",
  /** A directive with the reason keeps the finding. */
  keep: "keep",
  /** Nothing happens, and nobody is asked again. */
  skip: "skip",
} as const;

/** What `keep` says where nobody gave a reason is no reason: it is asked for. */
export const NEEDS_REASON: ReadonlySet<string> = new Set([DECISIONS.keep]);
