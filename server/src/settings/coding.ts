/** The settings of repositories and coding sessions. */
import { ConfigError } from './config-error.ts'

export const codingSettings = {
  GIT_FORGE: {
    default: 'local',
    meaning:
      'Where repositories are unless a connection says otherwise: `local` (kept in DATA_DIR), `github`, `gitlab` or `gitea`',
  },
  GIT_FORGE_URL: { default: '', meaning: 'Address of a GitHub, GitLab, Gitea or Forgejo of your own' },
  GIT_FORGE_TOKEN: {
    default: '',
    meaning: 'Token of the installation’s own account there; without it each connection brings its own',
  },
  CODING_SESSIONS: {
    default: '2',
    meaning: 'How many coding sessions this node carries out at a time; 0 carries out none here',
  },
  CODING_LIMITS: {
    default: 'tokens=2000000',
    meaning:
      'What the language model may take for one session: `tokens=N`, `cost=N` in the currency of LLM_PRICES, both with a comma, or `off`',
  },
} as const

const PROVIDERS = ['local', 'github', 'gitlab', 'gitea'] as const
const MOST_SESSIONS = 64

export interface CodingConfig {
  git_forge: (typeof PROVIDERS)[number]
  /** Null for `local`. */
  git_forge_account: { base_url: string | null; token: string | null } | null
  coding_sessions: number
  coding_limits: { maxTokens: number | null; maxCostMicros: number | null }
}

type Read = (name: keyof typeof codingSettings) => string | null

export function readCodingSettings(read: Read): CodingConfig {
  const git_forge = read('GIT_FORGE') ?? codingSettings.GIT_FORGE.default
  if (!isProvider(git_forge))
    throw new ConfigError(`GIT_FORGE=${git_forge} is not known; use one of ${PROVIDERS.join(', ')}.`)
  const base_url = forgeAddress(read('GIT_FORGE_URL'))
  const token = forgeToken(read('GIT_FORGE_TOKEN'))
  return {
    git_forge,
    git_forge_account: git_forge === 'local' ? null : { base_url, token },
    coding_sessions: sessionCount(read('CODING_SESSIONS') ?? codingSettings.CODING_SESSIONS.default),
    coding_limits: limits(read('CODING_LIMITS') ?? codingSettings.CODING_LIMITS.default),
  }
}

function isProvider(text: string): text is CodingConfig['git_forge'] {
  return (PROVIDERS as readonly string[]).includes(text)
}

function forgeAddress(text: string | null): string | null {
  if (text === null) return null
  const parsed = URL.parse(text)
  // Never repeated: it may hold a password.
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '')
    throw new ConfigError('GIT_FORGE_URL is not an http or https address without a name or password in it.')
  return text.replace(/\/+$/, '')
}

function forgeToken(text: string | null): string | null {
  // Never repeated: it is a secret.
  if (text !== null && !/^[\x21-\x7e]+$/.test(text))
    throw new ConfigError('GIT_FORGE_TOKEN has characters that no token has.')
  return text
}

function sessionCount(text: string): number {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  if (!(count <= MOST_SESSIONS))
    throw new ConfigError(`CODING_SESSIONS=${text} is not a whole number from 0 to ${MOST_SESSIONS}.`)
  return count
}

function limits(text: string): CodingConfig['coding_limits'] {
  const found = { maxTokens: null as number | null, maxCostMicros: null as number | null }
  if (text === 'off') return found
  for (const part of text.split(',')) {
    const [, name, number] = /^\s*(tokens|cost)=(\d{1,12}(?:\.\d{1,6})?)\s*$/.exec(part) ?? []
    if (name === 'tokens') found.maxTokens = Number(number)
    else if (name === 'cost') found.maxCostMicros = Math.round(Number(number) * 1_000_000)
    else throw new ConfigError(`CODING_LIMITS=${text} is not a list such as tokens=2000000,cost=5.`)
  }
  return found
}
