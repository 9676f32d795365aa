/** A value that JSON can hold. */
export type JSONValue = string | number | boolean | null | JSONObject | readonly JSONValue[];

/** An object that JSON can hold. */
export interface JSONObject {
  /** A member, under any name. */
  readonly [key: string]: JSONValue;
}
