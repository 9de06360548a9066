/**
 * Whatever comes back from services, a token is only ever stored for the person, app and connector that it was
 * approved for, and people are only ever sent to our own pages. `FUZZ=25 npm run fuzz -- callback-fuzz` tries 100,000.
 */
import { createHash } from 'node:crypto'
import { parse } from 'node:querystring'
import { operations } from '@atrium/contract'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { collectedLog } from '../../../../test/collected-log.ts'
import { testConfig } from '../../../../test/config.ts'
import type { Person } from '../../../../test/make.ts'
import { randomRuns } from '../../../../test/random-runs.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { createValidator } from '../../../platform/http/validation.ts'
import { makeId } from '../../../platform/ids.ts'
import { createSecrets, type Secrets } from '../../../platform/secrets.ts'
import type { AuthorizationRequest, TokenOutcome, TokenRequest } from '../../../ports/connector-auth/port.ts'
import { PROVIDER_CLIENT } from '../../../ports/connector-auth/test/oauth-provider.ts'
import { createAccess } from '../../../tenancy/access/access.ts'
import type { Caller } from '../../../tenancy/access/caller.ts'
import { createAudit } from '../../../tenancy/audit/record.ts'
import type { Deps } from '../deps.ts'
import { connectorClients, customConnectors } from '../tables.ts'
import { oauthConnector } from '../test/connection-scene.ts'
import { openCredentials } from '../tokens/sealed-credentials.ts'
import { initiateConnection } from './initiate-connection.ts'
import { receiveCallback } from './receive-callback.ts'

const BASE = 'https://atrium.example.com'
const TYPES = ['stand-in', 'stand-in-two']
const PER_ROUND = 200
const app = useApp({ rate_limits: 'off' })
const { owner, editor, stranger } = useTeam(app)

/** An approved attempt: what the service sent back, and whom it was approved for. */
interface Approved {
  state: string
  code: string
  user_id: string
  app_id: string
  integration_type: string
}

/** Codes are good once and only with their verifier, as services have it; the token names its code. */
const challenges = new Map<string, string | null>()
let last: AuthorizationRequest
const service = {
  authorizationUrl(request: AuthorizationRequest) {
    last = request
    return 'https://service.example/authorize'
  },
  async requestToken({ grant }: TokenRequest): Promise<TokenOutcome> {
    const challenge = grant.kind === 'code' ? challenges.get(grant.code) : undefined
    const proof =
      grant.kind === 'code' &&
      createHash('sha256')
        .update(grant.codeVerifier ?? '')
        .digest('base64url')
    if (grant.kind !== 'code' || challenge === undefined || challenge !== proof) {
      return { kind: 'refused', error: 'invalid_grant', message: 'The code is not good.', isFinal: true }
    }
    challenges.delete(grant.code)
    const tokens = { accessToken: `token of ${grant.code}`, refreshToken: null, expiresIn: 60, scopes: null }
    return { kind: 'granted', tokens: { ...tokens, captured: {} } }
  },
  revoke: async () => true,
}

let deps: Deps
let secrets: Secrets
let apps: { id: string; owner: Person }[]
beforeAll(async () => {
  secrets = createSecrets(testConfig({ database_url: app.databaseUrl }).secret_key)
  const { db } = app.atrium
  const { clock } = app
  const http = {
    send: async () => ({ kind: 'failed', error_type: 'timeout', message: '', durationMs: 0, sent: false }),
    checkTarget: () => ({ ok: false, reason: 'host', message: '' }),
  }
  const used = { db, clock, secrets, log: collectedLog(), audit: createAudit(clock), baseUrl: () => BASE }
  const outside = { connectorAuth: () => service, connectorHttp: () => http }
  // Connecting takes no more of what modules get.
  deps = { ...used, ...outside, access: createAccess(db, { record() {} } as never) } as unknown as Deps
  const times = { created_date: clock.now(), updated_date: clock.now() }
  for (const { workspace_id } of [owner, stranger])
    for (const integration_type of TYPES) {
      const definition = oauthConnector('https://service.example', { integration_type })
      const key = { workspace_id, integration_type, ...times }
      await customConnectors.insertNew(db, [{ id: makeId('ccn'), definition, created_by: null, ...key }])
      const client = { id: makeId('ccl'), client_id: PROVIDER_CLIENT.id, client_secret: null }
      await connectorClients.insertNew(db, [{ ...client, ...key }])
    }
  const makeFor = async (person: Person) => ({ ...(await app.make.app(person)), owner: person })
  apps = [await makeFor(owner), await makeFor(owner), await makeFor(stranger)]
})

function callerOf({ id, email }: Person): Caller {
  return {
    ...{
      request_id: 'req',
      address: '127.0.0.1',
      kind: 'session',
      credential_id: 'ses',
      permission: 'full_access',
    },
    user: { id, email, full_name: '' },
    ...{ workspace_id: null, app_ids: null, default_workspace_id: null },
    ...{ keySpaceOf: () => '', bucketFor: () => '', limitFor: () => undefined },
  }
}

async function approve(who: Person, app_id: string, integration_type: string): Promise<Approved> {
  const body = { integration_type, force_reconnect: true }
  await initiateConnection(deps, callerOf(who), { params: { app_id }, body, query: {}, headers: {} })
  const code = makeId('code')
  challenges.set(code, last.codeChallenge)
  return { state: last.state, code, user_id: who.id, app_id, integration_type }
}

/** Two people in one workspace and one in another, each for the apps and connectors that they have. */
async function approveAll(): Promise<Approved[]> {
  const all: Approved[] = []
  for (const { id, owner: whose } of apps)
    for (const type of TYPES)
      for (const who of whose === stranger ? [stranger] : [owner, editor])
        all.push(await approve(who, id, type))
  return all
}

const STATES = {
  good: (one: Approved) => one.state,
  cut: (one: Approved, _: Approved, noise: string) => one.state.slice(0, noise.length * 7),
  longer: (one: Approved, _: Approved, noise: string) => one.state + noise,
  flipped: (one: Approved) => one.state.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')),
  upper: (one: Approved) => one.state.toUpperCase(),
  mixed: (one: Approved, other: Approved) => `${one.state.split('.')[0]}.${other.state.split('.')[1]}`,
  otherPurpose: ({ state }: Approved) => {
    const id = state.split('.')[0] ?? ''
    return `${id}.${secrets.sign('connection attempt', id)}`
  },
  signedNoise: (_: Approved, _other: Approved, noise: string) =>
    `${noise}.${secrets.sign('connection state', noise)}`,
  noise: (_: Approved, _other: Approved, noise: string) => noise,
} as const
const CODES = {
  own: (one: Approved) => one.code,
  others: (_: Approved, other: Approved) => other.code,
  noise: (_: Approved, _other: Approved, noise: string) => noise,
}
const Noise = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    'https://evil.example',
    '//evil.example',
    '\r\nLocation: https://evil.example',
    '__proto__',
    '\0',
  ),
)
const Index = fc.nat({ max: 9 })
const Case = fc.record({
  one: Index,
  other: Index,
  who: fc.constantFrom('self', 'self', 'owner', 'editor', 'stranger', 'nobody'),
  state: fc.oneof(
    fc.constant('good' as const),
    fc.constantFrom(...(Object.keys(STATES) as (keyof typeof STATES)[])),
  ),
  code: fc.constantFrom(...(Object.keys(CODES) as (keyof typeof CODES)[])),
  noise: Noise,
  extra: fc.constantFrom(
    '',
    '&error=access_denied',
    '&state=x',
    '&code=x',
    '&shop=evil',
    '&%ff=%',
    '&a[b]=c',
    '&&=&',
  ),
  isFirst: fc.boolean(),
})

const validate = createValidator(operations.connectors.callback)

async function call(
  visitor: Caller | { request_id: string; address: string },
  text: string,
): Promise<string> {
  const parts = { params: {}, query: parse(text), headers: {}, body: undefined }
  validate(parts)
  const headers = new Map<string, string>()
  const set = (name: string, value: string) => void headers.set(name, value)
  await receiveCallback(deps, visitor, parts as never, { set })
  return headers.get('Location') ?? ''
}

test('nothing is stored for anybody or anything else, and nobody is led elsewhere', {
  tags: 'slow',
}, async () => {
  const seen = { calls: 0, connected: 0 }
  const people = { owner, editor, stranger }
  const round = fc.asyncProperty(
    fc.array(Case, { minLength: PER_ROUND, maxLength: PER_ROUND }),
    async (cases) => {
      await app.sql`delete from connections`
      await app.sql`delete from connection_attempts`
      challenges.clear()
      const all = await approveAll()
      const byCode = new Map(all.map((one) => [`token of ${one.code}`, one]))
      for (const { one: at, other: otherAt, who, state, code, noise, extra, isFirst } of cases) {
        const [one, other] = [all[at], all[otherAt]] as [Approved, Approved]
        const person =
          who === 'self' ? Object.values(people).find(({ id }) => id === one.user_id) : people[who as 'owner']
        const visitor = person ? callerOf(person) : { request_id: 'req', address: '127.0.0.1' }
        const sent = new URLSearchParams({
          state: STATES[state](one, other, noise),
          code: CODES[code](one, other, noise),
        })
        const location = await call(visitor, isFirst ? `${extra}&${sent}` : `${sent}${extra}`)
        expect(location).toMatch(/^https:\/\/atrium\.example\.com\/(connected|sign-in)\?[\x21-\x7e]*$/)
        seen.calls++
        const outcome = new URL(location).searchParams.get('outcome')
        if (outcome !== 'connected') continue
        seen.connected++
        // Only those may see it who approved it.
        expect(person?.id).toBe(one.user_id)
      }
      const rows = await app.sql<
        Record<'id' | 'app_id' | 'integration_type' | 'connected_by' | 'credentials', string>
      >`
      select * from connections`
      for (const row of rows) {
        const token = openCredentials(secrets, row.id, row.credentials).access_token ?? ''
        expect(byCode.get(token)).toMatchObject({
          ...{ user_id: row.connected_by, app_id: row.app_id, integration_type: row.integration_type },
        })
      }
    },
  )
  await fc.assert(round, { numRuns: randomRuns(4_000) / PER_ROUND, endOnFailure: true })
  expect(seen.connected).toBeGreaterThan(0)
  if (process.env.FUZZ) process.stdout.write(`callbacks: ${seen.calls}, connected: ${seen.connected}\n`)
})
