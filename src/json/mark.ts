/** What stands in place of a removed value. */
export const mark = "[Redacted]";
