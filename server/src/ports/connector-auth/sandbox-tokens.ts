/** What the sandbox gives out. Nothing is stored: each text carries what it stands for, so that every node knows it. */
import type { Clock } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Tokens } from './port.ts'

export interface Consent {
  client_id: string
  redirect_uri: string
  state: string
  code_challenge: string
  scopes: string[]
  account: string
}

export type Code = Omit<Consent, 'state'>

export interface Access {
  account: string
  scopes: string[]
}

export interface Refresh extends Access {
  /** How often it was rotated. */
  count: number
}

interface Kinds {
  consent: Consent
  code: Code
  access: Access
  refresh: Refresh
}

/** Seconds that each is good for. */
const LIFETIMES: Record<keyof Kinds, number> = {
  consent: 600,
  code: 60,
  access: 3600,
  refresh: 30 * 24 * 3600,
}
const ACCESS_SECONDS = LIFETIMES.access

export type SandboxTokens = ReturnType<typeof sandboxTokens>

export function sandboxTokens({ clock, secrets }: { clock: Clock; secrets: Secrets }) {
  const until = (kind: keyof Kinds) => clock.now().getTime() + LIFETIMES[kind] * 1000
  const good = <Kind extends keyof Kinds>(text: string): Kinds[Kind] | null => {
    // The cast: only what was made here has our mark.
    const { until: end, ...rest } = JSON.parse(text) as Kinds[Kind] & { until: number }
    return end > clock.now().getTime() ? (rest as unknown as Kinds[Kind]) : null
  }
  return {
    seal<Kind extends keyof Kinds>(kind: Kind, value: Kinds[Kind]): string {
      return secrets.encrypt(purpose(kind), JSON.stringify({ ...value, until: until(kind) }))
    },
    /** Returns null for what is not ours, of another kind, or expired. */
    open<Kind extends keyof Kinds>(kind: Kind, text: string): Kinds[Kind] | null {
      try {
        return good<Kind>(secrets.decrypt(purpose(kind), text))
      } catch {
        return null
      }
    },
    /** Signed and readable: the consent page shows what is asked for. */
    sign(consent: Consent): string {
      const text = Buffer.from(JSON.stringify({ ...consent, until: until('consent') })).toString('base64url')
      return `${text}.${secrets.sign(purpose('consent'), text)}`
    },
    verify(signed: string): Consent | null {
      const [text = '', mark = '', ...rest] = signed.split('.')
      if (rest.length > 0 || !secrets.verify(purpose('consent'), text, mark)) return null
      return good<'consent'>(Buffer.from(text, 'base64url').toString())
    },
  }
}

/** What somebody who is let in gets. */
export function grantTokens(tokens: SandboxTokens, { account, scopes, count }: Refresh): Tokens {
  return {
    accessToken: tokens.seal('access', { account, scopes }),
    refreshToken: tokens.seal('refresh', { account, scopes, count }),
    expiresIn: ACCESS_SECONDS,
    scopes,
    captured: {},
  }
}

function purpose(kind: keyof Kinds): string {
  return `sandbox-oauth ${kind}`
}
