import { lintSource } from "@secretlint/core";
import { creator as preset } from "@secretlint/secretlint-rule-preset-recommend";
import { createRedactor, secretValues } from "error-contract/redact";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { knownKeys } from "../../src/dist/json/known-keys.js";
import { root } from "../kit/page.js";
import fc from "../kit/property.js";

const redact = createRedactor({ values: secretValues });
const redactText = (text: string): string => redact({ text }).text as string;
const mark = "[Redacted]";

describe.each(knownKeys)("a key of $vendor", ({ prefix, alphabet, length }) => {
  const key = (size: number) => fc.stringMatching(new RegExp(`^${prefix}${alphabet}{${size}}$`));

  test("is removed wherever it stands, whole", () =>
    fc.assert(
      fc.property(key(length), (text) => {
        for (const [before, after] of [
          ["key ", ", so"],
          ['{"a":"', '"}'],
          ["a\\n", "\\n"],
          ["%22", "%22"],
        ]) {
          expect(redactText(`${before}${text}${after}`)).not.toContain(text.slice(-length));
        }
        expect(redactText(text)).toBe(mark);
      }),
    ));

  test("is none where it is too short, or the end of a word", () => {
    const other = /[-]/.test(alphabet) ? " " : "-";
    fc.assert(
      fc.property(key(length - 1), (text) => {
        const near = `${text}${other}`;
        // What is too short for one vendor may be long enough for another.
        fc.pre(matchesOnly(prefix, near));
        expect(redactText(near)).toBe(near);
      }),
    );
    fc.assert(fc.property(key(length), (text) => !redactText(`Xx${text}`).includes(`Xx${mark}`)));
  });
});

function matchesOnly(prefix: string, text: string): boolean {
  return knownKeys.every(
    (each) => each.prefix === prefix || !new RegExp(`${each.prefix}${each.alphabet}{${each.length},}`).test(text),
  );
}

test("the page lists each form, and where the vendor describes it", () => {
  const page = fs.readFileSync(path.join(root, "docs/guides/known-keys.md"), "utf8");
  const rows = [...page.matchAll(/^\| \[([^\]]+)\]\(https:\/\/([^)]+)\) *\| `+([^`]+)`+ *\|$/gm)];
  const expected = knownKeys.map(({ vendor, source, prefix }) => [vendor, source, prefix.replaceAll("|", "\\|")]);
  expect(rows.map(([, ...cells]) => cells)).toEqual(expected);
});

/** Where a vendor writes under a name that is not the first word of the row's. */
const ownNames: Readonly<Record<string, readonly string[]>> = {
  Anthropic: ["openai"],
  AWS: ["docs.aws.amazon.com"],
  Fly: ["superfly"],
  Google: ["developers.google.com", "googlemaps", "google-gemini"],
  Hugging: ["huggingface"],
  LangSmith: ["docs.langchain.com"],
  New: ["newrelic"],
  Notion: ["makenotion"],
  npm: ["github.blog"],
  SendGrid: ["sendgrid"],
  Sentry: ["getsentry"],
  Slack: ["slackapi"],
  Telegram: ["core.telegram.org"],
  Terraform: ["developer.hashicorp.com"],
  Vault: ["developer.hashicorp.com"],
};

test("each row names a text of its vendor, or is named as one that rests on a rule of secretlint", () => {
  const page = fs.readFileSync(path.join(root, "docs/guides/known-keys.md"), "utf8").replaceAll(/\s+/g, " ");
  const secretlint: string[] = [];
  for (const { vendor, source } of knownKeys) {
    const [host, owner] = new URL(`https://${source}`).href.split("/").slice(2) as [string, string];
    const publisher = host === "github.com" ? owner : host;
    if (publisher === "secretlint") {
      secretlint.push(vendor);
      continue;
    }
    const [word] = vendor.split(/[ .,]/) as [string];
    const names = ownNames[word] ?? [word];
    expect(
      names.some((each) => publisher.toLowerCase().includes(each.toLowerCase())),
      `${vendor}: ${publisher}`,
    ).toBe(true);
  }
  const named = /- ([^:]+): the link is secretlint's rule/.exec(page)?.[1];
  expect(named?.split(/, | and /)).toEqual(secretlint);
  const unshown = /- ([^:]+): the link is the vendor's page/.exec(page)?.[1]?.split(/, | and /) ?? [];
  expect(knownKeys.map(({ vendor }) => vendor)).toEqual(expect.arrayContaining(unshown));
});

/** Secrets of the kinds of secretlint's recommended preset, as its rules and the vendors describe them. */
const kinds: readonly (readonly [kind: string, form: RegExp])[] = [
  ["AWS, a secret key", /^aws_secret_access_key = "[A-Za-z\d/+]{40}"$/],
  ["an address with a password", /^https:\/\/[a-z]{8}:[a-z\d]{12}@example\.com$/],
  ["MongoDB", /^mongodb:\/\/[a-z]{8}:[A-Za-z\d]{12}@db\.example\.com:27017\/app$/],
  ["MySQL", /^mysql:\/\/[a-z]{8}:[A-Za-z\d]{12}@db\.example\.com:3306\/app$/],
  ["PostgreSQL", /^postgres:\/\/[a-z]{8}:[A-Za-z\d]{12}@db\.example\.com:5432\/app$/],
  ["npm", /^npm_[A-Za-z\d]{36}$/],
  ["npm, a registry", /^\/\/registry\.example\.com\/:_authToken=[a-f\d]{36}$/],
  ["Slack", /^xoxb-\d{12}-\d{12}-[A-Za-z\d]{24}$/],
  ["Slack, an app", /^xapp-1-A[A-Z\d]{10}-\d{13}-[a-f\d]{38}$/],
  ["Slack, a hook", /^https:\/\/hooks\.slack\.com\/services\/T[A-Z\d]{8}\/B[A-Z\d]{8}\/[A-Za-z\d]{24}$/],
  ["OpenAI", /^sk-proj-[\w-]{74}T3BlbkFJ[\w-]{74}$/],
  ["Anthropic", /^sk-ant-api03-[\w-]{93}AA$/],
  ["Groq", /^gsk_[A-Za-z\d]{52}$/],
  ["Hugging Face", /^hf_[A-Za-z]{34}$/],
  ["Linear", /^lin_api_[A-Za-z\d]{40}$/],
  ["Notion", /^ntn_\d{11}[A-Za-z\d]{35}$/],
  ["SendGrid", /^SG\.[A-Za-z\d]{22}\.[A-Za-z\d]{43}$/],
  ["Shopify", /^shpat_[a-f\d]{32}$/],
  ["GitHub", /^gh[pous]_[A-Za-z\d]{36}$/],
  ["GitHub, fine-grained", /^github_pat_[A-Za-z\d]{22}_[A-Za-z\d]{59}$/],
  ["GitLab", /^glpat-[\w-]{20}$/],
  ["Grafana", /^glsa_[A-Za-z\d]{32}_[a-f\d]{8}$/],
  ["Grafana Cloud", /^glc_ey[A-Za-z\d]{60}$/],
  ["1Password", new RegExp(`^ops_${btoa(`{"email":"a@example.com","secretKey":"${"k".repeat(80)}","x":{}}`)}$`)],
  ["Vault", /^hvs\.[\w-]{91}$/],
  ["Vercel", /^vcp_[A-Za-z\d]{24}$/],
  ["Databricks", /^dapi[a-f\d]{32}$/],
  ["Docker", /^dckr_pat_[\w-]{27}$/],
  ["Figma", /^figd_[\w-]{40}$/],
];

const all = createRedactor();

test.each(kinds)("what secretlint finds is removed: %s", async (_, form) => {
  const texts = fc.sample(fc.stringMatching(form), 10).map((text) => `It failed: ${text} `);
  let found = 0;
  for (const text of texts) {
    const { messages } = await lintSource({
      source: { content: text, filePath: ".npmrc", ext: ".npmrc", contentType: "text" },
      options: { config: { rules: [{ id: "preset", rule: preset }] } },
    });
    found += messages.length;
    if (messages.length > 0) expect(all({ text }).text).toContain(mark);
    for (const { range } of messages) {
      // Of an address with a password it reports all.
      const secret = text.slice(...range).replace(/^.*:\/\/[^:]*:([^@]*)@.*$/s, "$1");
      expect(all({ text }).text).not.toContain(secret);
    }
  }
  expect(found).toBeGreaterThan(0);
});
