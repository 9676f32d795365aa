// What the OpenSSF Scorecard asks of the workflows, as far as a file can show it.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "../kit/page.js";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly on: unknown;
  readonly permissions?: unknown;
  readonly jobs: Readonly<
    Record<string, { readonly permissions?: Readonly<Record<string, string>>; readonly steps: readonly Step[] }>
  >;
}

const folder = path.join(root, ".github/workflows");
const files = fs.readdirSync(folder).map((name) => {
  const text = fs.readFileSync(path.join(folder, name), "utf8");
  return { name, text, workflow: parse(text) as Workflow };
});
const jobs = files.flatMap(({ name, workflow }) =>
  Object.entries(workflow.jobs).map(([job, facts]) => ({ name: `${name} ${job}`, ...facts })),
);

/** Every right to write that a job has; a job that is not named here reads alone. */
const WRITES: Readonly<Record<string, readonly string[]>> = {
  "codeql.yml analyze": ["security-events"],
  "publish.yml publish": ["contents", "id-token"],
  "scorecard.yml score": ["security-events", "id-token"],
  "site.yml publish": ["pages", "id-token"],
  "tarballs.yml tarballs": ["contents"],
};

describe.each(files)("$name", ({ text, workflow }) => {
  it("gives no job a right that the job does not name", () => expect(workflow.permissions).toEqual({}));

  it("takes each action by the hash of a commit, with its version beside it", () => {
    const uses = [...text.matchAll(/uses: *(.*)/g)].map(([, action]) => action);
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("runs on no event that gives the code of a stranger the rights of the repository", () =>
    expect(JSON.stringify(workflow.on)).not.toMatch(/pull_request_target|workflow_run|issue/));

  it("writes into no script what a stranger can name", () => {
    const scripts = Object.values(workflow.jobs).flatMap(({ steps }) => steps.map(({ run = "" }) => run));
    for (const script of scripts) expect(script).not.toContain("${{");
  });
});

it("each action has one version in all workflows", () => {
  const versions = new Map<string, Set<string>>();
  for (const [, action, version] of files.flatMap(({ text }) => [
    ...text.matchAll(/uses: *([\w-]+\/[\w-]+)\S*?@(.*)/g),
  ])) {
    versions.set(action!, (versions.get(action!) ?? new Set()).add(version!));
  }
  expect([...versions].filter(([, found]) => found.size > 1)).toEqual([]);
});

describe.each(jobs)("$name", ({ name, permissions, steps }) => {
  it("may write what it needs and no more", () => {
    const writes = Object.entries(permissions ?? {}).flatMap(([right, level]) => (level === "write" ? [right] : []));
    expect(permissions).toBeDefined();
    expect(writes).toEqual(WRITES[name] ?? []);
  });

  it("leaves a token on disk only to push", () => {
    const isPushing = steps.some(({ run }) => run?.includes("git push"));
    for (const { uses, with: options } of steps) {
      if (!uses?.startsWith("actions/checkout@") || isPushing) continue;
      expect(options).toMatchObject({ "persist-credentials": false });
    }
  });

  it("installs what the lockfile names", () => {
    for (const { run } of steps) expect(run ?? "").not.toMatch(/npm (install|i)\b/);
  });
});

it("an update tool looks at the packages and at the actions", () => {
  const { updates } = parse(fs.readFileSync(path.join(root, ".github/dependabot.yml"), "utf8")) as {
    updates: readonly { readonly "package-ecosystem": string }[];
  };
  expect(updates.map((update) => update["package-ecosystem"]).sort()).toEqual(["github-actions", "npm"]);
});

it("the lockfile names no registry", () => {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8")) as {
    packages: Readonly<Record<string, { readonly resolved?: string }>>;
  };
  expect(Object.values(packages).filter(({ resolved }) => resolved?.includes("//"))).toEqual([]);
});

it("a vulnerability is reported at the repository that the packages name", () => {
  const { repository } = JSON.parse(fs.readFileSync(path.join(root, "src/package.json"), "utf8")) as {
    repository: { url: string };
  };
  const form = `${repository.url.replace(/^git\+|\.git$/g, "")}/security/advisories/new`;
  for (const file of ["SECURITY.md", ".github/ISSUE_TEMPLATE/config.yml"]) {
    expect(fs.readFileSync(path.join(root, file), "utf8")).toContain(form);
  }
});
