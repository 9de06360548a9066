/** Keys that say by their form which service issued them. */
import type { Severity } from '@atrium/contract/scan-findings'
import { KEY_SHAPES, type KeyShape } from '../../../../platform/text/secret-shapes.ts'
import { entropyOf, isPlaceholder, isWords } from './judge-value.ts'
import type { SecretRule } from './secret-rule.ts'

const TITLES: Record<KeyShape, readonly [name: string, severity: Severity]> = {
  aws_access_key_id: ['key id of AWS', 'high'],
  google_oauth_secret: ['client secret of Google', 'high'],
  stripe_live_key: ['live key of Stripe', 'critical'],
  stripe_test_key: ['test key of Stripe', 'low'],
  webhook_secret: ['signing secret of webhooks', 'high'],
  supabase_secret_key: ['secret key of Supabase', 'critical'],
  supabase_access_token: ['access token of Supabase', 'critical'],
  github_token: ['token of GitHub', 'critical'],
  github_fine_grained_token: ['token of GitHub', 'critical'],
  gitlab_token: ['token of GitLab', 'critical'],
  anthropic_key: ['key of Anthropic', 'critical'],
  openai_key: ['key of OpenAI', 'critical'],
  openai_legacy_key: ['key of OpenAI', 'critical'],
  openrouter_key: ['key of OpenRouter', 'critical'],
  groq_key: ['key of Groq', 'critical'],
  xai_key: ['key of xAI', 'critical'],
  perplexity_key: ['key of Perplexity', 'critical'],
  replicate_token: ['token of Replicate', 'critical'],
  hugging_face_token: ['token of Hugging Face', 'critical'],
  digitalocean_token: ['token of DigitalOcean', 'critical'],
  sendgrid_key: ['key of SendGrid', 'critical'],
  brevo_key: ['key of Brevo', 'critical'],
  resend_key: ['key of Resend', 'critical'],
  mailgun_key: ['key of Mailgun', 'critical'],
  mailchimp_key: ['key of Mailchimp', 'critical'],
  twilio_key: ['key of Twilio', 'critical'],
  slack_token: ['token of Slack', 'critical'],
  slack_app_token: ['token of Slack', 'critical'],
  slack_webhook: ['webhook address of Slack', 'high'],
  discord_webhook: ['webhook address of Discord', 'high'],
  discord_token: ['bot token of Discord', 'critical'],
  telegram_token: ['bot token of Telegram', 'critical'],
  npm_token: ['token of npm', 'critical'],
  pypi_token: ['token of PyPI', 'critical'],
  docker_token: ['token of Docker', 'critical'],
  shopify_token: ['token of Shopify', 'critical'],
  square_secret: ['secret of Square', 'critical'],
  airtable_token: ['token of Airtable', 'critical'],
  notion_token: ['token of Notion', 'critical'],
  linear_key: ['key of Linear', 'high'],
  figma_token: ['token of Figma', 'high'],
  postman_key: ['key of Postman', 'high'],
  new_relic_key: ['key of New Relic', 'high'],
  planetscale_secret: ['secret of PlanetScale', 'critical'],
  mapbox_secret_token: ['secret token of Mapbox', 'high'],
  azure_storage_key: ['storage key of Azure', 'critical'],
  azure_shared_key: ['shared access key of Azure', 'critical'],
  deepl_key: ['key of DeepL', 'high'],
  doppler_token: ['token of Doppler', 'critical'],
  atrium_token: ['credential of Atrium', 'critical'],
}

/** What must stand somewhere before a form is looked for; the fixed letters of most prefixes say it. */
const KEYWORDS: { readonly [shape in KeyShape]?: readonly string[] } = {
  aws_access_key_id: ['akia', 'asia', 'abia', 'acca'],
  stripe_live_key: ['k_live_'],
  stripe_test_key: ['k_test_'],
  github_token: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
  gitlab_token: ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glft-', 'glsoat-', 'glimt-', 'glagent-'],
  hugging_face_token: ['hf_', 'api_org_'],
  digitalocean_token: ['_v1_'],
  mailchimp_key: ['-us'],
  slack_token: ['xox'],
  discord_token: ['discord'],
  discord_webhook: ['/api/webhooks/'],
  slack_webhook: ['hooks.slack.com'],
  telegram_token: [':aa'],
  deepl_key: [':fx'],
  shopify_token: ['shpat_', 'shpca_', 'shppa_', 'shpss_'],
  square_secret: ['sq0csp-', 'sq0atp-'],
  linear_key: ['lin_api_', 'lin_oauth_'],
  planetscale_secret: ['pscale_'],
  doppler_token: ['dp.'],
  openai_key: ['sk-'],
  sendgrid_key: ['sg.'],
  mapbox_secret_token: ['sk.eyj'],
  atrium_token: ['pat_', 'aps_', 'wsk_', 'key_', 'ses_'],
}

export const providerRules: readonly SecretRule[] = KEY_SHAPES.map(([id, prefix, body]) => ({
  id,
  name: TITLES[id][0],
  keywords: KEYWORDS[id] ?? [prefix.toLowerCase()],
  pattern: patternOf(prefix, body),
  severity: TITLES[id][1],
  confidence: 'high',
  judge: ({ value, groups }) => !isPlaceholder(value) && isVaried(groups.body ?? value),
}))

/** Of an address only what others cannot know is the value. */
function patternOf(prefix: string, body: string): RegExp {
  const form = prefix.endsWith('/') ? `${prefix}(?<value>${body})` : `${prefix}(?<body>${body})`
  return new RegExp(`(?<![\\w-])${form}(?![\\w-])`, 'gd')
}

/** A name that only has the length of a key repeats letters, and has no digits or is made of words. */
function isVaried(body: string): boolean {
  if (/\d/.test(body)) return /[A-Za-z]/.test(body) && entropyOf(body) >= 2.8
  return /[a-z]/.test(body) && /[A-Z]/.test(body) && !isWords(body) && entropyOf(body) >= 4
}
