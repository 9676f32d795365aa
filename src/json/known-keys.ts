/** A form by which keys of a vendor are known. */
export interface KnownKey {
  readonly vendor: string;
  /** How a key begins: the source of a regular expression. */
  readonly prefix: string;
  /** The characters that follow, as a class, and how many there are at least. */
  readonly alphabet: string;
  readonly length: number;
  /** The vendor's page on its keys; for Groq, whose pages do not show the form, the rule of secretlint. */
  readonly source: string;
}

const word = "[A-Za-z\\d]";
const hex = "[a-fA-F\\d]";
const name = "[\\w-]";

/** Keys that `redact` removes by their form alone. A key has that many characters, or more. */
export const knownKeys: readonly KnownKey[] = /* @__PURE__ */ [
  ["1Password", "ops_ey", "[\\w+/=-]", 100, "developer.1password.com/docs/service-accounts/security/"],
  ["Airtable", "pat\\w{14}\\.", hex, 64, "airtable.com/developers/web/api/authentication"],
  ["Anthropic, OpenAI, OpenRouter, DeepSeek", "sk-", name, 20, "platform.openai.com/docs/api-reference/authentication"],
  ["Apify", "apify_api_", word, 30, "docs.apify.com/platform/integrations/api"],
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
  ["Bitbucket", "ATBB", name, 32, "support.atlassian.com/bitbucket-cloud/docs/app-passwords/"],
  ["Brevo", "xkeysib-", hex, 64, "developers.brevo.com/docs/getting-started"],
  ["Databricks", "dapi", hex, 32, "docs.databricks.com/aws/en/dev-tools/auth/pat"],
  ["DigitalOcean", "do[opr]_v1_", hex, 64, "docs.digitalocean.com/reference/api/create-personal-access-token/"],
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
    "discord.com/developers/docs/resources/webhook",
  ],
  ["Docker", "dckr_[op]at_", name, 20, "docs.docker.com/reference/api/hub/latest/operations/AuthCreateAccessToken.md"],
  [
    "Doppler",
    "dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[\\w-]+\\.)?",
    word,
    40,
    "docs.doppler.com/reference/auth-token-formats",
  ],
  [
    "Dynatrace",
    "dt0[a-z]\\d\\d\\.[A-Z\\d]{24}\\.",
    "[A-Z\\d]",
    64,
    "docs.dynatrace.com/docs/dynatrace-api/basics/dynatrace-api-authentication",
  ],
  ["Figma", "fig[dour]_", name, 40, "developers.figma.com/docs/rest-api/authentication/"],
  ["Fly.io", "(?:FlyV1 )?fm[12][a-z]?_", "[\\w+/=,-]", 40, "fly.io/docs/security/tokens/"],
  [
    "GitHub",
    "gh[pousr]_",
    "\\w",
    20,
    "github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/",
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
  ["Google (API key)", "AIza", name, 30, "cloud.google.com/docs/authentication/api-keys"],
  ["Google (access token)", "ya29\\.", name, 20, "developers.google.com/identity/protocols/oauth2"],
  ["Google (refresh token)", "1\\/\\/0", name, 40, "developers.google.com/identity/protocols/oauth2"],
  ["Google (client secret)", "GOCSPX-", name, 28, "developers.google.com/identity/protocols/oauth2"],
  [
    "Grafana (cloud)",
    "glc_",
    "[A-Za-z\\d+/=]",
    32,
    "grafana.com/docs/grafana-cloud/account-management/authentication-and-permissions/access-policies/",
  ],
  ["Grafana (service account)", "glsa_", "\\w", 41, "grafana.com/docs/grafana/latest/administration/service-accounts/"],
  [
    "Groq",
    "gsk_",
    word,
    40,
    "github.com/secretlint/secretlint/blob/master/packages/%40secretlint/secretlint-rule-groq/README.md",
  ],
  ["Heroku", "HRKU-", name, 36, "devcenter.heroku.com/changelog-items/3175"],
  ["Hugging Face", "(?:hf|api_org)_", word, 30, "huggingface.co/docs/hub/security-tokens"],
  ["LangSmith", "lsv2_(?:pt|sk)_", "\\w", 32, "docs.langchain.com/langsmith/llm-gateway-authentication"],
  ["Linear", "lin_(?:api|oauth|wh)_", "\\w", 32, "linear.app/developers/graphql"],
  ["New Relic", "NR(?:AK|JS|II)-", name, 19, "docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/"],
  ["Notion", "ntn_", word, 40, "developers.notion.com/changelog"],
  ["Notion (until 2024)", "secret_", word, 43, "developers.notion.com/changelog"],
  ["npm", "npm_", "\\w", 30, "docs.npmjs.com/about-access-tokens"],
  ["Postman", "PMAK-", "[a-f\\d-]", 50, "learning.postman.com/docs/developer/postman-api/authentication/"],
  ["Pulumi", "pul-", hex, 40, "www.pulumi.com/docs/pulumi-cloud/access-management/access-tokens/"],
  ["PyPI", "pypi-AgE", name, 50, "pypi.org/help/#apitoken"],
  ["Replicate", "r8_", word, 37, "replicate.com/docs/topics/security/api-tokens"],
  ["Resend", "re_", "\\w", 30, "resend.com/docs/dashboard/api-keys/introduction"],
  ["RubyGems", "rubygems_", hex, 48, "guides.rubygems.org/api-key-scopes/"],
  ["SendGrid", "SG\\.[\\w-]{16,}\\.", name, 16, "www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys"],
  ["Sentry", "sntry[su]_", "[\\w+/=-]", 40, "docs.sentry.io/account/auth-tokens/"],
  [
    "Shopify",
    "shp(?:at|ca|pa|ss|ua|it)_",
    word,
    32,
    "shopify.dev/changelog/length-of-the-shopify-access-token-is-increasing",
  ],
  ["Slack", "x(?:ox[a-z]|app)(?:\\.xox[a-z])?-", name, 10, "docs.slack.dev/authentication/tokens"],
  [
    "Slack (webhook)",
    "hooks\\.slack\\.com\\/(?:services|workflows|triggers)\\/",
    "[\\w/-]",
    20,
    "docs.slack.dev/messaging/sending-messages-using-incoming-webhooks",
  ],
  ["Square", "(?:sq0[a-z]{3}-|EAAA)", name, 22, "developer.squareup.com/docs/build-basics/access-tokens"],
  ["Stripe, Clerk", "[rs]k_(?:live|test)_", "\\w", 16, "docs.stripe.com/keys"],
  ["Stripe (webhook)", "whsec_", "[\\w+/=]", 24, "docs.stripe.com/webhooks"],
  ["Supabase", "sb(?:p|_secret)_", "\\w", 20, "supabase.com/docs/guides/api/api-keys"],
  ["Tailscale", "tskey-", name, 24, "tailscale.com/kb/1085/auth-keys"],
  ["Tavily", "tvly-", name, 20, "docs.tavily.com/documentation/api-reference/introduction"],
  ["Telegram", "(?:bot)?\\d{8,10}:", name, 35, "core.telegram.org/bots/api#authorizing-your-bot"],
  [
    "Terraform",
    "\\w{14}\\.atlasv1\\.",
    "[\\w=-]",
    60,
    "developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens",
  ],
  ["Vault", "hv[brs]\\.", name, 24, "developer.hashicorp.com/vault/docs/concepts/tokens"],
  ["Vercel", "vc[aciprk]_", word, 20, "vercel.com/changelog/new-token-formats-and-secret-scanning"],
].map(([vendor, prefix, alphabet, length, source]) => ({ vendor, prefix, alphabet, length, source }) as KnownKey);
