// Calls of the platform by what becomes of the function or promise that they are given. The only place that says so.

/** Array methods that run a function for each element, where they stand. */
export const ITERATIONS: ReadonlySet<string> = new Set([
  ...["map", "flatMap", "forEach", "filter", "find", "findIndex", "findLast", "findLastIndex", "some", "every"],
  ...["reduce", "reduceRight", "sort", "toSorted"],
]);

/** Methods of a text, of an error or of a list of them that return a text. */
export const TEXT_METHODS: ReadonlySet<string> = new Set([
  ...[
    "toString",
    "trim",
    "slice",
    "substring",
    "replace",
    "replaceAll",
    "join",
    "concat",
    "toLowerCase",
    "toUpperCase",
  ],
]);

/** Methods of a promise whose function gets its value, or its failure, or runs once it has settled. */
export const CONTINUATIONS: ReadonlySet<string> = new Set(["then", "catch", "finally"]);

/**
 * Functions that run another one later, or that take over a promise from a request that goes on, as workers and Next
 * do: no caller gets its failure.
 */
export const TIMERS: ReadonlySet<string> = new Set([
  ...["setTimeout", "setInterval", "setImmediate", "queueMicrotask", "nextTick", "requestAnimationFrame"],
  ...["waitUntil", "after"],
]);

/** Methods that add a listener of an event. */
export const LISTENERS: ReadonlySet<string> = new Set([
  ...["on", "once", "addListener", "prependListener", "prependOnceListener", "addEventListener"],
]);

/** Methods that take a listener away again. */
export const FORGETTERS: ReadonlySet<string> = new Set(["off", "removeListener", "removeEventListener"]);
