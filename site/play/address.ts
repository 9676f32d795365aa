import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";

/** What the address of the playground holds. */
export interface PlaygroundState {
  readonly code: string;
  /** The name of a contract. Default: that of the preset. */
  readonly contract?: string;
  /** The name of a preset. Default: `recommended`. */
  readonly preset?: string;
  /** The rules that run, without their prefix. Default: those of the preset. */
  readonly rules?: readonly string[];
  /** Rule -> its options. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Whether the rules know types. Default: no. */
  readonly types?: boolean;
}

/** Returns the fragment of an address, with its `#`, that opens the playground with this code and these settings. */
export function encodeAddress(state: PlaygroundState): string {
  const bytes = deflateSync(strToU8(JSON.stringify(state)), { level: 9 });
  const base64 = btoa(strFromU8(bytes, true));
  return `#${base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Returns what the fragment of an address holds; `undefined` where it was not made by {@link encodeAddress}. */
export function decodeAddress(fragment: string): PlaygroundState | undefined {
  try {
    const base64 = fragment.replace(/^#/, "").replaceAll("-", "+").replaceAll("_", "/");
    const state: unknown = JSON.parse(strFromU8(inflateSync(strToU8(atob(base64), true))));
    const { code } = Object(state) as { readonly code?: unknown };
    return typeof code === "string" ? (state as PlaygroundState) : undefined;
  } catch {
    // The fragment of a heading, or a link that was cut.
    return undefined;
  }
}
