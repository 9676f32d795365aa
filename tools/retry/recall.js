// A scripted agent, and a server that answers as long as a fault lasts what it was seen to answer.

const done = { content: [{ type: "text", text: "done" }] };

/**
 * Has an agent make a call until it succeeds, or the agent gives up.
 *
 * @param answer what the client receives while the fault lasts.
 * @param end when it ends: `after` seconds, or `by` a call of that tool; neither is never.
 * @returns whether the call has succeeded, how many calls were made, how many repeated a call that could only fail
 *   again, and the seconds waited.
 */
export async function recall(answer, end, { retryCall, detect, doesNext = false, isFailed }) {
  const outcome = { isDone: false, calls: 0, needless: 0, wait: 0 };
  const called = new Set();
  const hasEnded = () => outcome.wait >= (end.after ?? Infinity) || called.has(end.by);
  const call = (attempt) => {
    outcome.calls++;
    if (hasEnded()) return done;
    if (attempt > 1) outcome.needless++;
    return answer;
  };
  const repeat = () =>
    inNoTime(
      (milliseconds) => (outcome.wait += milliseconds / 1000),
      () => retryCall(call, { detect, isIdempotent: true }),
    );
  let last = await repeat();
  const advised = doesNext && isFailed(last) ? detect(last)?.envelope?.error.next : undefined;
  const [, tool] = /`(\w+)`/.exec(advised ?? "") ?? [];
  if (tool !== undefined) {
    outcome.calls++;
    called.add(tool);
    last = await repeat();
  }
  return { ...outcome, isDone: !isFailed(last) };
}

/** Does work whose timers end at once, and without the random part of a wait; `pass` is told of each. */
async function inNoTime(pass, work) {
  const [{ setTimeout }, { random }] = [globalThis, Math];
  globalThis.setTimeout = (callback, milliseconds) => {
    pass(milliseconds);
    Promise.resolve().then(callback);
  };
  Math.random = () => 0;
  try {
    return await work();
  } finally {
    Object.assign(globalThis, { setTimeout });
    Math.random = random;
  }
}
