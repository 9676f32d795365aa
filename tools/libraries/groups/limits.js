import { writeFileSync } from "node:fs";
import path from "node:path";

export const packages = {
  opossum: "9.0.0",
  cockatiel: "3.2.1",
  "p-retry": "9.0.0",
  "p-timeout": "7.0.2",
  "rate-limiter-flexible": "11.4.0",
  bottleneck: "2.19.5",
  piscina: "5.3.2",
};

export async function run({ load, trial, folder }) {
  const never = () => new Promise(() => undefined);
  const fail = () => Promise.reject(new Error("x"));
  const { default: Breaker } = await load("opossum");
  const breaker = new Breaker(fail, { errorThresholdPercentage: 1, resetTimeout: 9999 });
  await breaker.fire().catch(() => undefined);
  await trial("opossum", "a breaker that is open", "UNAVAILABLE", () => breaker.fire());
  await trial("opossum", "no answer in time", "TIMEOUT", () => new Breaker(never, { timeout: 50 }).fire());
  const cockatiel = await load("cockatiel");
  await trial("cockatiel", "no answer in time", "TIMEOUT", () =>
    cockatiel.timeout(50, cockatiel.TimeoutStrategy.Aggressive).execute(never),
  );
  await trial("cockatiel", "a breaker that is open", "UNAVAILABLE", async () => {
    const options = { halfOpenAfter: 9999, breaker: new cockatiel.ConsecutiveBreaker(1) };
    const policy = cockatiel.circuitBreaker(cockatiel.handleAll, options);
    await policy.execute(fail).catch(() => undefined);
    return policy.execute(fail);
  });
  const { default: limitTime } = await load("p-timeout");
  await trial("p-timeout", "no answer in time", "TIMEOUT", () => limitTime(never(), { milliseconds: 30 }));
  const { default: retry } = await load("p-retry");
  await trial("p-retry", "the status 503, twice", "UNAVAILABLE", () =>
    retry(() => Promise.reject(Object.assign(new Error("x"), { status: 503 })), { retries: 1, minTimeout: 1 }),
  );
  const { default: limiters } = await load("rate-limiter-flexible");
  const limiter = new limiters.RateLimiterMemory({ points: 1, duration: 7 });
  await limiter.consume("a");
  await trial("rate-limiter-flexible", "too many calls", "RATE_LIMITED 7", () => limiter.consume("a"));
  const { default: Bottleneck } = await load("bottleneck");
  await trial("bottleneck", "no answer in time", "TIMEOUT", () => new Bottleneck().schedule({ expiration: 30 }, never));

  const { Piscina } = await load("piscina");
  const filename = path.join(folder, "worker.mjs");
  writeFileSync(filename, "export default () => new Promise((done) => setTimeout(done, 200));\n");
  const pool = new Piscina({ filename, maxThreads: 1, minThreads: 1, maxQueue: 1 });
  pool.on("error", () => undefined);
  const settled = Promise.allSettled([pool.run(), pool.run()]);
  await trial("piscina", "too many tasks", "UNAVAILABLE", () => pool.run());
  await trial("piscina", "an abort", "CANCELLED", () => pool.run(undefined, { signal: AbortSignal.abort() }));
  await settled;
  const running = pool.run();
  const ended = pool.destroy();
  await trial("piscina", "a pool that is destroyed", "UNAVAILABLE", () => running);
  await ended;
}
