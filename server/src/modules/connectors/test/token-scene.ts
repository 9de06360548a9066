/** Connections with tokens, several nodes that refresh them, and the service that gives new ones. */
import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import { beforeEach } from 'vitest'
import { collectedLog } from '../../../../test/collected-log.ts'
import { testConfig } from '../../../../test/config.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { makeId } from '../../../platform/ids.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { createSingleFlight } from '../../../platform/single-flight.ts'
import type { TokenOutcome, TokenRequest } from '../../../ports/connector-auth/port.ts'
import { outboxMail } from '../../../ports/mail/outbox.ts'
import { createAudit } from '../../../tenancy/audit/record.ts'
import { createConnectionNotices } from '../../../wiring/connectors-to-webhooks.ts'
import { sandboxOauth } from '../catalogue/sandbox-oauth.ts'
import type { Deps } from '../deps.ts'
import { type ConnectionRow, connections, customConnectors } from '../tables.ts'
import { refreshStore } from '../tokens/refresh-store.ts'
import { type Credentials, openCredentials, sealCredentials } from '../tokens/sealed-credentials.ts'
import { usableCredentials } from '../tokens/usable-credentials.ts'

export const TEST_BASE = 'https://atrium.example.com'

type Node = Deps & { connectorAuth: Deps['connectorAuth'] }

export function useTokens() {
  const app = useApp({ rate_limits: 'off' })
  const { owner, editor, guest } = useTeam(app)
  const service = rotatingService()
  const log = collectedLog()
  beforeEach(() => service.reset())
  const secretsOf = () => createSecrets(testConfig({ database_url: app.databaseUrl }).secret_key)

  const scene = {
    ...{ app, owner, editor, guest, service, log },
    get secrets() {
      return secretsOf()
    },
    /** A node whose clock may be wrong by so many seconds. */
    node(secondsOff = 0): Node {
      const clock = { now: () => new Date(app.clock.now().getTime() + secondsOff * 1_000) }
      const { db, jobs } = app.atrium
      const secrets = secretsOf()
      const mail = { ...{ clock, secrets, jobs }, mail: outboxMail(), baseUrl: () => TEST_BASE }
      const used = {
        ...{ db, clock, log, secrets, audit: createAudit(clock), refreshTurns: createSingleFlight() },
        connectorAuth: () => ({
          ...{ authorizationUrl: notUsed, revoke: notUsed },
          requestToken: service.requestToken,
        }),
        connectionNotices: createConnectionNotices(() => mail),
      }
      // Refreshing takes no more of what modules get.
      return used as unknown as Node
    },
    /** An active connection of a new app; its token is good for an hour, or for as many seconds as are given. */
    async connect(
      fields: Partial<ConnectionRow> = {},
      { endsIn = 3_600 as number | null, given = {} as Partial<Credentials> } = {},
    ) {
      const { id: app_id } = await app.make.app(owner)
      const id = makeId('con')
      const credentials = { ...service.first(id), values: {}, ...given }
      const now = Date.now()
      const row: ConnectionRow = {
        ...{ id, app_id, integration_type: 'sandbox-oauth', status: 'active' },
        ...{ scopes: ['items.read'], connection_config: {}, captured: {} },
        credentials: sealCredentials(secretsOf(), id, credentials),
        client_id: 'atrium',
        token_expires_at: endsIn === null ? null : new Date(now + endsIn * 1_000),
        refresh_at: endsIn === null ? null : new Date(now + (endsIn - 900) * 1_000),
        ...{ refresh_claim: null, refresh_claimed_until: null, refresh_failures: 0 },
        ...{ refresh_failing_since: null, last_error: null, account_name: null, user_email: null },
        ...{ connected_by: owner.id, connected_at: new Date(now) },
        ...{ created_date: new Date(now), updated_date: new Date(now), ...fields },
      }
      await connections.insertNew(app.atrium.db, [row])
      return row
    },
    async row(id: string) {
      const row = await refreshStore(app.atrium.db).find(id)
      if (!row) throw new Error('There is no such connection')
      return row
    },
    async tokens(id: string): Promise<Credentials | null> {
      const { credentials } = await scene.row(id)
      return credentials === null ? null : openCredentials(secretsOf(), id, credentials)
    },
    /** As if so much time had passed, by the clock of the database. */
    async pass(id: string, seconds: number): Promise<void> {
      const by = `${seconds} seconds`
      await app.sql`
        update connections
           set token_expires_at = token_expires_at - ${by}::interval, refresh_at = refresh_at - ${by}::interval,
               refresh_claimed_until = refresh_claimed_until - ${by}::interval,
               refresh_failing_since = refresh_failing_since - ${by}::interval
         where id = ${id}`
    },
    /** What a call of this node gets; the row is read before, as calls do. */
    async use(node: Node, id: string, refused?: string, definition: ConnectorDefinition = sandboxOauth) {
      return usableCredentials(node, definition, await scene.row(id), owner.workspace_id, refused)
    },
    async addConnector(definition: ConnectorDefinition): Promise<void> {
      const { verified_on: _, quirks: _none, ...own } = definition
      const { integration_type } = own
      await customConnectors.insertNew(app.atrium.db, [
        {
          ...{ id: makeId('ccn'), workspace_id: owner.workspace_id, integration_type, definition: own },
          ...{ created_by: null, created_date: new Date(), updated_date: new Date() },
        },
      ])
    },
    mails: async (app_id: string) =>
      (await app.as(owner).mail.list()).items.filter(({ text }) => text?.includes(app_id)),
  }
  return scene
}

export type TokenScene = ReturnType<typeof useTokens>

type Answer = (request: TokenRequest) => TokenOutcome | Promise<TokenOutcome>

/** Each refresh token is good once: a second use ends the connection, as with services that look for thieves. */
function rotatingService() {
  const good = new Map<string, string>()
  let count = 0
  const seen = {
    requests: [] as TokenRequest[],
    /** At the same time, at most. */
    most: 0,
  }
  let underWay = 0
  let answers: Answer[] = []
  let usual: Answer | null = null

  const rotate: Answer = ({ grant }) => {
    const before = grant.kind === 'refresh' ? grant.refreshToken : `id ${grant.kind}`
    const id = grant.kind === 'refresh' ? good.get(before) : before
    if (id === undefined) return refusal('invalid_grant', true)
    good.delete(before)
    const { access_token, refresh_token } = next(id)
    return granted(access_token, grant.kind === 'refresh' ? refresh_token : null)
  }
  function next(id: string) {
    count++
    const [access_token, refresh_token] = [`access-token-${count}`, `refresh-token-${count}`]
    good.set(refresh_token, id)
    return { access_token, refresh_token }
  }
  return {
    seen,
    first: next,
    isGood: (refreshToken: string | null | undefined) => good.has(refreshToken ?? ''),
    ownerOf: (refreshToken: string) => good.get(refreshToken),
    rotate,
    /** What it does with all requests until it is reset. */
    answersBy: (answer: Answer) => {
      usual = answer
    },
    /** What it does with the next requests, in place of the usual. */
    does: (...next: Answer[]) => void answers.push(...next),
    reset() {
      answers = []
      usual = null
      Object.assign(seen, { requests: [], most: 0 })
    },
    async requestToken(request: TokenRequest): Promise<TokenOutcome> {
      seen.requests.push(request)
      seen.most = Math.max(seen.most, ++underWay)
      try {
        return await (answers.shift() ?? usual ?? rotate)(request)
      } finally {
        underWay--
      }
    },
  }
}

export function granted(accessToken: string, refreshToken: string | null, expiresIn: number | null = 3_600) {
  const tokens = { accessToken, refreshToken, expiresIn, scopes: null, captured: {} }
  return { kind: 'granted' as const, tokens }
}

export function refusal(error: string, isFinal: boolean): TokenOutcome {
  return { kind: 'refused', error, message: `The service says ${error}.`, isFinal }
}

export const SILENCE: TokenOutcome = {
  kind: 'failed',
  message: 'The service did not answer.',
  isTimeout: true,
}

function notUsed(): never {
  throw new Error('This is not asked for here')
}
