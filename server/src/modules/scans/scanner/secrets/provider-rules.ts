/**
 * Keys that say by their form whose they are. Forms of some follow the rules of gitleaks, © 2019 Zachary Rice, used under
 * the MIT licence; see docs/decisions/0028-scanner-libraries.md.
 */
import type { Severity } from '@atrium/contract/scan-findings'
import { entropyOf, isPlaceholder, isWords } from './judge-value.ts'
import type { SecretRule } from './secret-rule.ts'

/** `prefix` is its fixed beginning, `body` the random rest. */
const FORMS: readonly [id: string, name: string, severity: Severity, prefix: string, body: string][] = [
  ['aws_access_key_id', 'key id of AWS', 'high', '(?:AKIA|ASIA|ABIA|ACCA)', '[A-Z2-7]{16}'],
  ['google_oauth_secret', 'client secret of Google', 'high', 'GOCSPX-', '[\\w-]{28}'],
  ['stripe_live_key', 'live key of Stripe', 'critical', '(?:sk|rk)_live_', '[A-Za-z0-9]{20,200}'],
  ['stripe_test_key', 'test key of Stripe', 'low', '(?:sk|rk)_test_', '[A-Za-z0-9]{20,200}'],
  ['webhook_secret', 'signing secret of webhooks', 'high', 'whsec_', '[A-Za-z0-9+/_=-]{24,100}'],
  ['supabase_secret_key', 'secret key of Supabase', 'critical', 'sb_secret_', '[\\w-]{20,80}'],
  ['supabase_access_token', 'access token of Supabase', 'critical', 'sbp_', '(?:oauth_)?[a-f0-9]{40}'],
  ['github_token', 'token of GitHub', 'critical', 'gh[pousr]_', '[A-Za-z0-9]{36,255}'],
  ['github_fine_grained_token', 'token of GitHub', 'critical', 'github_pat_', '\\w{40,100}'],
  ['gitlab_token', 'token of GitLab', 'critical', 'gl(?:pat|dt|rt|ptt|ft|soat|imt|agent)-', '[\\w-]{20,100}'],
  ['anthropic_key', 'key of Anthropic', 'critical', 'sk-ant-', '[\\w-]{40,200}'],
  ['openai_key', 'key of OpenAI', 'critical', 'sk-(?:proj|svcacct|admin)-', '[\\w-]{40,200}'],
  ['openai_legacy_key', 'key of OpenAI', 'critical', 'sk-', '[A-Za-z0-9]{48}'],
  ['openrouter_key', 'key of OpenRouter', 'critical', 'sk-or-v1-', '[0-9a-f]{64}'],
  ['groq_key', 'key of Groq', 'critical', 'gsk_', '[A-Za-z0-9]{52}'],
  ['xai_key', 'key of xAI', 'critical', 'xai-', '[A-Za-z0-9]{70,90}'],
  ['perplexity_key', 'key of Perplexity', 'critical', 'pplx-', '[A-Za-z0-9]{40,60}'],
  ['replicate_token', 'token of Replicate', 'critical', 'r8_', '[A-Za-z0-9]{37,40}'],
  ['hugging_face_token', 'token of Hugging Face', 'critical', '(?:hf|api_org)_', '[A-Za-z0-9]{34,40}'],
  ['digitalocean_token', 'token of DigitalOcean', 'critical', 'do[opr]_v1_', '[a-f0-9]{64}'],
  ['sendgrid_key', 'key of SendGrid', 'critical', 'SG\\.', '[\\w-]{20,24}\\.[\\w-]{39,50}'],
  ['brevo_key', 'key of Brevo', 'critical', 'xkeysib-', '[a-f0-9]{64}-[A-Za-z0-9]{16}'],
  ['resend_key', 'key of Resend', 'critical', 're_', '[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,30}'],
  ['mailgun_key', 'key of Mailgun', 'critical', 'key-', '[0-9a-f]{32}'],
  ['mailchimp_key', 'key of Mailchimp', 'critical', '', '[0-9a-f]{32}-us\\d{1,2}'],
  ['twilio_key', 'key of Twilio', 'critical', 'SK', '[0-9a-f]{32}'],
  ['slack_token', 'token of Slack', 'critical', 'xox[abeoprs]-', '[A-Za-z0-9]{1,20}-[A-Za-z0-9-]{10,150}'],
  ['slack_app_token', 'token of Slack', 'critical', 'xapp-', '\\d-[A-Z0-9]{6,20}-\\d{6,20}-[a-f0-9]{40,80}'],
  [
    'slack_webhook',
    'webhook address of Slack',
    'high',
    'hooks\\.slack\\.com/(?:services|workflows)/',
    '[A-Z0-9]{6,20}/[A-Z0-9]{6,20}/[\\w/-]{16,60}',
  ],
  [
    'discord_webhook',
    'webhook address of Discord',
    'high',
    'discord(?:app)?\\.com/api/webhooks/',
    '\\d{15,21}/[\\w-]{50,90}',
  ],
  ['discord_token', 'bot token of Discord', 'critical', '[MNO]', '[\\w-]{22,27}\\.[\\w-]{6}\\.[\\w-]{27,40}'],
  // In addresses the name of the bot's path stands right in front of it.
  ['telegram_token', 'bot token of Telegram', 'critical', '(?:bot)?', '(?<value>\\d{8,10}:AA[\\w-]{33})'],
  ['npm_token', 'token of npm', 'critical', 'npm_', '[A-Za-z0-9]{36}'],
  ['pypi_token', 'token of PyPI', 'critical', 'pypi-AgEI', '[\\w-]{50,300}'],
  ['docker_token', 'token of Docker', 'critical', 'dckr_pat_', '[\\w-]{27}'],
  ['shopify_token', 'token of Shopify', 'critical', 'shp(?:at|ca|pa|ss)_', '[a-fA-F0-9]{32,64}'],
  ['square_secret', 'secret of Square', 'critical', 'sq0(?:csp|atp)-', '[\\w-]{22,43}'],
  ['airtable_token', 'token of Airtable', 'critical', 'pat', '[A-Za-z0-9]{14}\\.[a-f0-9]{64}'],
  ['notion_token', 'token of Notion', 'critical', 'ntn_', '[0-9]{11}[A-Za-z0-9]{35}'],
  ['linear_key', 'key of Linear', 'high', 'lin_(?:api|oauth)_', '[A-Za-z0-9]{32,64}'],
  ['figma_token', 'token of Figma', 'high', 'figd_', '[\\w-]{40,200}'],
  ['postman_key', 'key of Postman', 'high', 'PMAK-', '[a-f0-9]{24}-[a-f0-9]{34}'],
  ['new_relic_key', 'key of New Relic', 'high', 'NRAK-', '[A-Z0-9]{27}'],
  ['planetscale_secret', 'secret of PlanetScale', 'critical', 'pscale_(?:tkn|pw|oauth)_', '[\\w.=-]{32,64}'],
  ['mapbox_secret_token', 'secret token of Mapbox', 'high', 'sk\\.eyJ', '[\\w-]{20,200}\\.[\\w-]{20,30}'],
  ['azure_storage_key', 'storage key of Azure', 'critical', 'AccountKey=', '[A-Za-z0-9+/]{86}=='],
  [
    'azure_shared_key',
    'shared access key of Azure',
    'critical',
    'SharedAccessKey=',
    '(?<value>[A-Za-z0-9+/]{43}=)',
  ],
  ['deepl_key', 'key of DeepL', 'high', '', '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}:fx'],
  ['doppler_token', 'token of Doppler', 'critical', 'dp\\.(?:pt|st|ct|sa)\\.', '[\\w.-]{40,90}'],
  ['atrium_token', 'credential of Atrium', 'critical', '(?:pat|aps|wsk|key|ses)_', '[\\w-]{43}'],
]

/** What must stand somewhere before a form is looked for; the fixed letters of most prefixes say it. */
const KEYWORDS: Record<string, readonly string[]> = {
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

export const providerRules: readonly SecretRule[] = FORMS.map(([id, name, severity, prefix, body]) => ({
  id,
  name,
  keywords: KEYWORDS[id] ?? [prefix.toLowerCase()],
  pattern: patternOf(prefix, body),
  severity,
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
