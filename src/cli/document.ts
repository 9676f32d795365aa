/** A line of code, and the part of it that is meant. */
export interface FrameLine {
  readonly line: number;
  readonly text: string;
  readonly mark?: readonly [start: number, end: number];
}

/** A part of a line. In a text, parts in backticks are code. */
export type Inline =
  | string
  | number
  | { readonly code: string }
  /** A text that leads somewhere, is good or bad, or says more under a pointer. */
  | { readonly text: string; readonly href?: string; readonly tone?: Tone | undefined; readonly title?: string }
  | readonly Inline[];

export type Tone = "good" | "bad" | "unsure";

/** A part of a report or a proof, before it is written as Markdown or as a page. */
export type Block =
  | { readonly heading: Inline; readonly level: 1 | 2 | 3; readonly id: string }
  | { readonly text: Inline }
  | { readonly list: readonly Inline[]; readonly isOrdered?: boolean }
  | { readonly head: readonly Inline[]; readonly rows: readonly (readonly Inline[])[] }
  /** Lines of a file, or any other text that is shown as it is. */
  | { readonly frame: readonly FrameLine[] | string; readonly label: string }
  /** Blocks under a line that a page folds. */
  | { readonly summary: Inline; readonly blocks: readonly Block[]; readonly isOpen: boolean };
