import { onFailure as trace } from "./tracing.js";

export const counts = new Map();

export function onFailure(envelope, error) {
  counts.set(error.code, (counts.get(error.code) ?? 0) + 1);
  trace(envelope, error);
}
