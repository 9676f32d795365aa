/** A form by which keys of a vendor are known. */
export interface KnownKey {
  readonly vendor: string;
  /** How a key begins: the source of a regular expression. */
  readonly prefix: string;
  /** The characters that follow, as a class, and how many there are at least. */
  readonly alphabet: string;
  readonly length: number;
  /** A text of the vendor that shows the form; docs/guides/known-keys.md names the rows that rest on less. */
  readonly source: string;
}

const word = "[A-Za-z\\d]";
const hex = "[a-fA-F\\d]";
const name = "[\\w-]";

/** Keys that `redact` removes by their form alone. A key has that many characters, or more. */
export const knownKeys: readonly KnownKey[] = /* @__PURE__ */ [
  ["1Password", "ops_ey", "[\\w+/=-]", 100, "developer.1password.com/docs/service-accounts/security/"],
  [
    "Anthropic, OpenAI, OpenRouter, DeepSeek",
    "sk-",
    name,
    20,
    "github.com/openai/openai-node/blob/HEAD/examples/mtls/README.md",
  ],
  [
    "Apify",
    "apify_api_",
    word,
    30,
    "github.com/apify/apify-docs/blob/HEAD/sources/platform/integrations/ai/openclaw.md",
  ],
  [
    "Atlassian",
    "AT[AC]TT3x",
    "[\\w=.-]",
    40,
    "docs.atlassian.com/atlassian-bamboo/11.0.7/com/atlassian/bamboo/repository/configuration/" +
      "BitbucketCloudApiTokenUtils.html",
  ],
  [
    "AWS",
    "(?:A3T[A-Z\\d]|A(?:KI|SI|GP|ID|RO|IP|NP|NV)A)",
    "[A-Z\\d]",
    16,
    "docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html",
  ],
  ["Brevo", "xkeysib-", hex, 64, "github.com/getbrevo/brevo-node/blob/HEAD/README.md"],
  [
    "Databricks",
    "dapi",
    hex,
    32,
    "github.com/databricks/cli/blob/HEAD/acceptance/bundle/templates/dbt-sql/output/my_dbt_sql/profile_template.yml",
  ],
  [
    "DigitalOcean",
    "do[opr]_v1_",
    hex,
    64,
    "github.com/digitalocean/openapi/blob/HEAD/specification/DigitalOcean-public.v2.yaml",
  ],
  [
    "Discord (bot)",
    "[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.",
    name,
    27,
    "discord.com/developers/docs/reference#authentication",
  ],
  [
    "Discord (webhook)",
    "discord(?:app)?\\.com\\/api\\/(?:v\\d+\\/)?webhooks\\/\\d{17,20}\\/",
    name,
    60,
    "discord.com/developers/docs/topics/oauth2#webhooks",
  ],
  ["Docker", "dckr_[op]at_", name, 20, "docs.docker.com/reference/api/hub/latest/operations/AuthCreateAccessToken.md"],
  [
    "Dynatrace",
    "dt0[a-z]\\d\\d\\.[A-Z\\d]{24}\\.",
    "[A-Z\\d]",
    64,
    "github.com/dynatrace-oss/dynatrace-mcp/blob/HEAD/README.md",
  ],
  [
    "Figma",
    "fig[dour]_",
    name,
    40,
    "github.com/figma/code-connect/blob/HEAD/cli/src/connect/__test__/e2e/e2e_wizard_many_components.test.ts",
  ],
  [
    "Fly.io",
    "(?:FlyV1 )?fm[12][a-z]?_",
    "[\\w+/=,-]",
    40,
    "github.com/superfly/flyctl/blob/HEAD/agent/server/session.go",
  ],
  [
    "GitHub",
    "gh[pousr]_",
    "\\w",
    20,
    "docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github",
  ],
  [
    "GitHub (fine-grained)",
    "github_pat_",
    "\\w",
    20,
    "docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github",
  ],
  [
    "GitLab",
    "gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|oas|soat|ffct|wt)-",
    "[\\w.-]",
    20,
    "docs.gitlab.com/security/tokens/",
  ],
  [
    "Google (API key)",
    "AIza",
    name,
    30,
    "github.com/googlemaps/google-maps-services-python/blob/HEAD/tests/test_client.py",
  ],
  ["Google (access token)", "ya29\\.", name, 20, "developers.google.com/identity/protocols/oauth2"],
  [
    "Google (client secret)",
    "GOCSPX-",
    name,
    28,
    "github.com/google-gemini/gemini-cli/blob/HEAD/packages/core/src/code_assist/oauth2.ts",
  ],
  [
    "Grafana (cloud)",
    "glc_",
    "[A-Za-z\\d+/=]",
    32,
    "github.com/secretlint/secretlint/blob/HEAD/packages/%40secretlint/secretlint-rule-grafana/README.md",
  ],
  ["Grafana (service account)", "glsa_", "\\w", 41, "github.com/grafana/mcp-grafana/blob/HEAD/mcpgrafana_test.go"],
  [
    "Groq",
    "gsk_",
    word,
    40,
    "github.com/secretlint/secretlint/blob/HEAD/packages/%40secretlint/secretlint-rule-groq/README.md",
  ],
  ["Heroku", "HRKU-", name, 36, "devcenter.heroku.com/changelog-items/3175"],
  [
    "Hugging Face",
    "(?:hf|api_org)_",
    word,
    30,
    "github.com/huggingface/huggingface_hub/blob/HEAD/tests/testing_constants.py",
  ],
  ["LangSmith", "lsv2_(?:pt|sk)_", "\\w", 32, "docs.langchain.com/langsmith/llm-gateway-authentication"],
  [
    "Linear",
    "lin_(?:api|oauth|wh)_",
    "\\w",
    32,
    "github.com/secretlint/secretlint/blob/HEAD/packages/%40secretlint/secretlint-rule-linear/README.md",
  ],
  [
    "New Relic",
    "NR(?:AK|JS|II)-",
    name,
    19,
    "github.com/newrelic/newrelic-cli/blob/HEAD/internal/fleetcontrol/README.md",
  ],
  ["Notion", "ntn_", word, 40, "github.com/makenotion/notion-mcp-server/blob/HEAD/README.md"],
  ["Notion (until 2024)", "secret_", word, 43, "github.com/makenotion/notion-sdk-js/blob/HEAD/CLAUDE.md"],
  ["npm", "npm_", "\\w", 30, "github.blog/security/announcing-npms-new-access-token-format"],
  ["Postman", "PMAK-", "[a-f\\d-]", 50, "github.com/postmanlabs/postman-mcp-server/blob/HEAD/src/telemetry/client.ts"],
  ["PyPI", "pypi-AgE", name, 50, "github.com/pypi/warehouse/blob/HEAD/docs/dev/security/security-policy-flow.md"],
  ["Replicate", "r8_", word, 37, "replicate.com/docs/topics/security/api-tokens"],
  ["Resend", "re_", "\\w", 30, "github.com/resend/resend-node/blob/HEAD/readme.md"],
  ["RubyGems", "rubygems_", hex, 48, "github.com/rubygems/guides/blob/HEAD/rubygems-org-api.md"],
  [
    "SendGrid",
    "SG\\.[\\w-]{16,}\\.",
    name,
    16,
    "github.com/sendgrid/sendgrid-nodejs/blob/HEAD/packages/client/src/classes/client.js",
  ],
  ["Sentry", "sntry[su]_", "[\\w+/=-]", 40, "github.com/getsentry/sentry-cli/blob/HEAD/src/utils/auth_token/mod.rs"],
  [
    "Shopify",
    "shp(?:at|ca|pa|ss|ua|it)_",
    word,
    32,
    "github.com/Shopify/cli/blob/HEAD/packages/cli-kit/src/public/node/store-auth-session.test.ts",
  ],
  [
    "Slack",
    "x(?:ox[a-z]|app)(?:\\.xox[a-z])?-",
    name,
    10,
    "github.com/slackapi/slack-cli/blob/HEAD/internal/goutils/strings.go",
  ],
  [
    "Slack (webhook)",
    "hooks\\.slack\\.com\\/(?:services|workflows|triggers)\\/",
    "[\\w/-]",
    20,
    "github.com/slackapi/node-slack-sdk/blob/HEAD/packages/webhook/src/IncomingWebhook.test.ts",
  ],
  ["Square", "(?:sq0[a-z]{3}-|EAAA)", name, 22, "github.com/square/square-nodejs-sdk/blob/HEAD/reference.md"],
  [
    "Stripe, Clerk",
    "[rs]k_(?:live|test)_",
    "\\w",
    16,
    "github.com/stripe/stripe-cli/blob/HEAD/canary/testutil/sanitize.go",
  ],
  ["Stripe (webhook)", "whsec_", "[\\w+/=]", 24, "github.com/stripe/stripe-cli/blob/HEAD/canary/testutil/sanitize.go"],
  ["Supabase", "sb(?:p|_secret)_", "\\w", 20, "github.com/supabase/cli/blob/HEAD/apps/cli-go/pkg/config/apikeys.go"],
  ["Tailscale", "tskey-", name, 24, "github.com/tailscale/tailscale/blob/HEAD/cmd/containerboot/settings_test.go"],
  ["Tavily", "tvly-", name, 20, "github.com/tavily-ai/tavily-python/blob/HEAD/README.md"],
  ["Telegram", "(?:bot)?\\d{8,10}:", name, 35, "core.telegram.org/bots/api#authorizing-your-bot"],
  [
    "Terraform",
    "\\w{14}\\.atlasv1\\.",
    "[\\w=-]",
    60,
    "developer.hashicorp.com/terraform/cloud-docs/api-docs/user-tokens",
  ],
  ["Vault", "hv[brs]\\.", name, 24, "developer.hashicorp.com/vault/docs/concepts/tokens"],
  ["Vercel", "vc[aciprk]_", word, 20, "vercel.com/changelog/new-token-formats-and-secret-scanning"],
].map(([vendor, prefix, alphabet, length, source]) => ({ vendor, prefix, alphabet, length, source }) as KnownKey);
