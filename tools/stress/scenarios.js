import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { verifyAuditLog } from "error-contract/audit-log";
import { checked, expect, inFolder, isNoted, pause, range, runWriters, startWriter, until } from "./work.js";

const chained = { chain: true };

/** Each gets the share of the whole work that it shall do, and answers its figures. */
export const scenarios = {
  "8 processes, 5,000 entries each": (share) =>
    inFolder(async (place) => {
      const entries = Math.ceil(5000 * share);
      await runWriters(
        place,
        range(8).map((n) => ({ name: `w${n}`, entries, concurrency: 50, options: chained })),
      );
      const figures = await checked(place);
      expect(figures.entries === 8 * entries, `${figures.entries} entries instead of ${8 * entries}`);
      return figures;
    }),

  "8 processes, rotation at 64 KiB and 200 ms": (share) =>
    inFolder(async (place) => {
      const options = { chain: true, rotate: { size: 64 * 1024, age: 200 } };
      const entries = Math.ceil(2000 * share);
      await runWriters(
        place,
        range(8).map((n) => ({ name: `w${n}`, entries, concurrency: 10, options })),
      );
      const figures = await checked(place);
      expect(figures.files > 2, "nothing was rotated");
      const folder = path.dirname(place.log);
      const longest = Math.max(...fs.readdirSync(folder).map((file) => fs.statSync(path.join(folder, file)).size));
      return { ...figures, longest };
    }),

  "SIGKILL 100 times among 4 writers": (share) =>
    inFolder(async (place) => {
      const kills = Math.ceil(100 * share);
      const options = { chain: true, rotate: { size: 32 * 1024 * 1024 } };
      const start = (n, life) =>
        startWriter(place, { name: `w${n}-${life}`, concurrency: 8, bytes: [100, 300_000], options });
      const writers = range(4).map((n) => start(n, 0));
      for (const kill of range(kills)) {
        const n = Math.floor(Math.random() * writers.length);
        await writers[n].busy;
        await pause(Math.random() * 100);
        writers[n].child.kill("SIGKILL");
        await writers[n].ended;
        writers[n] = start(n, kill + 1);
      }
      await Promise.all(writers.map(({ child, ended }) => (child.kill("SIGKILL"), ended)));
      return { kills: kills + writers.length, ...(await checked(place)) };
    }),

  "SIGKILL of all writers at once, 25 times": (share) =>
    inFolder(async (place) => {
      const kills = Math.ceil(25 * share);
      const options = { chain: true, rotate: { size: 64 * 1024 * 1024 } };
      for (const round of range(kills)) {
        const task = { concurrency: 4, bytes: [100, 2_000_000], options };
        const writers = range(4).map((n) => startWriter(place, { ...task, name: `w${n}-${round}` }));
        await Promise.all(writers.map(({ busy }) => busy));
        await pause(Math.random() * 100);
        await Promise.all(writers.map(({ child, ended }) => (child.kill("SIGKILL"), ended)));
      }
      return { kills: kills * 4, ...(await checked(place)) };
    }),

  "a full file system, then room again": (share) =>
    inFolder(async ({ notes, folder }) => {
      const stop = path.join(folder, "stop");
      const disk = path.join(folder, "disk");
      fs.mkdirSync(disk);
      const unmount = mounted(disk);
      if (!unmount) return { skipped: "only root can mount a file system" };
      try {
        const place = { log: path.join(disk, "audit-log.jsonl"), notes };
        const ballast = path.join(disk, "ballast");
        fs.writeFileSync(ballast, "x".repeat(2 * 1024 * 1024));
        const task = { concurrency: 4, bytes: [100, 20_000], stop, options: chained };
        const writers = range(4).map((n) => startWriter(place, { ...task, name: `w${n}` }));
        try {
          await until(() => isNoted(place, "refused ENOSPC"), "the disk was never full");
          await pause(2000 * share);
          const whenFull = fs.statSync(place.log).size;
          fs.rmSync(ballast);
          const hasGrown = () => fs.statSync(place.log).size > whenFull;
          await until(hasGrown, "nothing was written when there was room again");
          await pause(2000 * share);
        } finally {
          fs.writeFileSync(stop, "");
          await Promise.all(writers.map(({ ended }) => ended));
        }
        return await checked(place);
      } finally {
        unmount();
      }
    }),

  "checked with a key and the check before, while 4 processes write and rotate": (share) =>
    inFolder(async (place) => {
      const key = "the key of this log";
      const options = { key, rotate: { size: 64 * 1024 } };
      const task = { concurrency: 5, milliseconds: 1000 + 8000 * share, bytes: [100, 20_000], options };
      const writers = range(4).map((n) => startWriter(place, { ...task, name: `w${n}` }));
      await Promise.all(writers.map(({ busy }) => busy));
      let isRunning = true;
      const all = Promise.all(writers.map(({ ended }) => ended)).then(() => (isRunning = false));
      let checks = 0;
      for (let earlier = []; isRunning; checks++) {
        const { problems, chains } = await verifyAuditLog(place.log, { key, earlier });
        expect(problems.length === 0, `check ${checks}: ${problems[0]?.kind} ${problems[0]?.message}`);
        earlier = chains;
      }
      await all;
      return { checks, ...(await checked(place)) };
    }),

  "no line is hidden, however it is spoiled": (share) =>
    inFolder(async (place) => {
      await runWriters(place, [{ name: "w", entries: 200, concurrency: 5, options: chained }]);
      const lines = fs.readFileSync(place.log, "utf8").split("\n").slice(0, -1);
      const fragments = ['{"audit":{"time":"x', '{"audit":{"time":"x'.repeat(40), "\0", "\0All is well ", "{"];
      const tries = Math.ceil(1000 * share);
      for (let attempt = 0; attempt < tries; attempt++) {
        const pick = (list) => list[Math.floor(Math.random() * list.length)];
        const [fragment, from] = [pick(fragments), Math.floor(Math.random() * lines.length)];
        const upTo = Math.max(from + 1, Math.floor(Math.random() * (lines.length + 1)));
        const cut = Math.random() < 0.5 ? 0 : Math.floor(Math.random() * 150);
        const spoil = (line, index) => (index < from || index >= upTo ? line : fragment + line.slice(cut));
        fs.writeFileSync(place.log, lines.map(spoil).join("\n") + "\n");
        const { ok } = await verifyAuditLog(place.log);
        expect(
          !ok,
          `lines ${from} to ${upTo}, cut by ${cut}, are hidden behind ${JSON.stringify(fragment.slice(0, 30))}`,
        );
      }
      return { tries };
    }),

  "entries of 1 MiB": (share) =>
    inFolder(async (place) => {
      const task = { entries: Math.ceil(100 * share), concurrency: 4, bytes: [2 ** 20, 2 ** 20], options: chained };
      await runWriters(
        place,
        range(4).map((n) => ({ ...task, name: `w${n}` })),
      );
      return checked(place);
    }),

  "clocks that jump and fail": (share) =>
    inFolder(async (place) => {
      const options = { chain: true, rotate: { age: 60_000 } };
      const task = { entries: Math.ceil(2000 * share), concurrency: 10, jumps: true, options };
      await runWriters(
        place,
        range(4).map((n) => ({ ...task, name: `w${n}` })),
      );
      return checked(place);
    }),

  "moved away by others every 10 ms": (share) =>
    inFolder(async (place) => {
      const milliseconds = 800 + 4000 * share;
      const task = { concurrency: 10, milliseconds, bytes: [100, 20_000], options: chained };
      const writers = range(4).map((n) => startWriter(place, { ...task, name: `w${n}` }));
      const files = [];
      let isRunning = true;
      const all = Promise.all(writers.map(({ ended }) => ended)).then(() => (isRunning = false));
      while (isRunning) {
        await pause(10);
        const target = `${place.log}.${files.length + 1}`;
        if (fs.existsSync(place.log)) fs.renameSync(place.log, target);
        if (fs.existsSync(target)) files.push(target);
      }
      await all;
      return checked(place, fs.existsSync(place.log) ? [...files, place.log] : files);
    }),
};

/** A file system of 4 MiB, or `undefined` where this user may not mount one. Answers how to be rid of it. */
function mounted(folder) {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], { stdio: "ignore" });
    return () => execFileSync("umount", [folder]);
  } catch {
    return undefined;
  }
}
