/** Calls of one connection on two nodes, whose token ends again and again, while nodes are killed during the refresh. */
import { sandboxOauth } from '../src/modules/connectors/catalogue/sandbox-oauth.ts'
import { sealClientSecret } from '../src/modules/connectors/clients/sealed-client.ts'
import { openCredentials, sealCredentials } from '../src/modules/connectors/tokens/sealed-credentials.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import type { OAuthProvider } from '../src/ports/connector-auth/test/oauth-provider.ts'
import { clientOf, type NodeProcess } from './node-process.ts'
import { type Query, settingsFor, startTestNode, startTestNodes } from './test-nodes.ts'
import { until } from './until.ts'

const TYPE = 'stand-in'
const ID = 'con_of_the_test'
/** Of each node. */
const CALLERS = 25
// Without background work: a node refreshes only what it is called for, so that the test knows who does.
const SETTINGS = { RATE_LIMITS: 'off', OUTBOUND_ALLOW: '127.0.0.0/8', ROLE: 'api' }

export interface RefreshReport {
  rotations: number
  kills: number
  /** What must not be. */
  wrong: string[]
}

export async function refreshHistory(
  provider: OAuthProvider,
  options: { rounds: number; killEvery: number; waitsForLease: boolean },
): Promise<RefreshReport> {
  const { nodes, token, query, url } = await startTestNodes(2, SETTINGS)
  const secrets = createSecrets(settingsFor(url).SECRET_KEY ?? '')
  const { id: app_id } = await clientOf(nodes[0], token).apps.create({ name: 'Shop' })
  await connect(query, provider, secrets, app_id)
  const report: RefreshReport = { rotations: 0, kills: 0, wrong: [] }
  let [victim, survivor]: readonly [NodeProcess, NodeProcess] = nodes

  const callOn = async (node: NodeProcess): Promise<string> => {
    try {
      const at = { app_id, integration_type: TYPE }
      const { status } = await clientOf(node, token).connectors.call(at, { path: '/me' })
      return String(status)
    } catch (error) {
      return error instanceof Error && 'code' in error ? String(error.code) : 'no connection'
    }
  }
  const callMany = (node: NodeProcess) => Promise.all(Array.from({ length: CALLERS }, () => callOn(node)))
  const expect = (round: number, what: string, isSo: boolean) => {
    if (!isSo) report.wrong.push(`round ${round}: ${what}`)
  }
  const asked = () => provider.requests.token.length
  const isStoredGood = async () => {
    const [row] = await query('select credentials from connections where id = $1', [ID])
    const { refresh_token } = openCredentials(secrets, ID, String(row?.credentials))
    return refresh_token !== null && provider.isGood(refresh_token)
  }

  /** In turn: the nodes know that it has ended, or only the service says so. */
  async function endToken(round: number): Promise<void> {
    provider.expireAll()
    const end = round % 2 === 0 ? "now() - interval '1 s'" : 'token_expires_at'
    await query(
      `update connections set token_expires_at = ${end}, refresh_claimed_until = null where id = $1`,
      [ID],
    )
  }

  async function refreshTogether(round: number): Promise<void> {
    const before = asked()
    const ends = (await Promise.all([callMany(victim), callMany(survivor)])).flat()
    expect(
      round,
      `calls ended with ${[...new Set(ends)]}`,
      ends.every((end) => end === '200'),
    )
    expect(round, `${asked() - before} requests for one rotation`, asked() - before === 1)
  }

  /** The service has acted on the request, or is about to, and nobody gets its answer. */
  async function refreshAndKill(round: number): Promise<void> {
    const before = asked()
    const held = provider.hold(report.kills % 2 === 0 ? 'answer' : 'request')
    const lost = callMany(victim)
    await until('a request', () => held.waiting() === 1)
    const since = (await query('select clock_timestamp() as now'))[0]?.now
    const waiting = callMany(survivor)
    await until('calls that wait', () => isLookedAt(query, since))
    await victim.kill('SIGKILL')
    report.kills++
    expect(round, 'somebody else asked while the claim held', asked() - before === 1)
    await lost
    held.release()
    if (!options.waitsForLease)
      await query('update connections set refresh_claimed_until = now() where id = $1', [ID])
    const ends = await waiting
    // A lease lasts longer than a call waits.
    if (options.waitsForLease) await until('a call', async () => (await callOn(survivor)) === '200', 60_000)
    else
      expect(
        round,
        `calls ended with ${[...new Set(ends)]}`,
        ends.every((end) => end === '200'),
      )
    expect(round, `${asked() - before} requests`, asked() - before === 2)
    if (round === options.rounds) return
    victim = survivor
    survivor = await startTestNode({ settings: { ...settingsFor(url), ...SETTINGS } })
  }

  for (let round = 1; round <= options.rounds; round++) {
    await endToken(round)
    const before = await storedText(query)
    if (round % options.killEvery === 0) await refreshAndKill(round)
    else await refreshTogether(round)
    expect(round, 'the token is the same', (await storedText(query)) !== before)
    expect(round, 'the stored refresh token is lost', await isStoredGood())
    report.rotations++
  }
  expect(options.rounds, 'the service saw a thief', provider.seen.reuses === 0)
  return report
}

async function storedText(query: Query): Promise<unknown> {
  return (await query('select credentials from connections where id = $1', [ID]))[0]?.credentials
}

/** Those who wait read the row again and again. */
async function isLookedAt(query: Query, since: unknown): Promise<boolean> {
  const rows = await query(
    `select 1 from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database() and query like '%is_claimed%'
        and query_start > $1`,
    [since],
  )
  return rows.length > 0
}

async function connect(
  query: Query,
  { baseUrl, client, issue }: OAuthProvider,
  secrets: ReturnType<typeof createSecrets>,
  appId: string,
): Promise<void> {
  const { verified_on: _, ...sandbox } = sandboxOauth
  const definition = {
    ...sandbox,
    integration_type: TYPE,
    fields: [],
    auth: { ...sandbox.auth, authorization_url: `${baseUrl}/authorize`, token_url: `${baseUrl}/token` },
    api: { base_url: `${baseUrl}/api` },
  }
  const [app] = await query('select workspace_id from apps where id = $1', [appId])
  await query(
    `insert into custom_connectors (id, workspace_id, integration_type, definition, created_date, updated_date)
     values ('ccn_1', $1, $2, $3, now(), now())`,
    [app?.workspace_id, TYPE, JSON.stringify(definition)],
  )
  await query(
    `insert into connector_clients (id, workspace_id, integration_type, client_id, client_secret, created_date, updated_date)
     values ('ccl_1', $1, $2, $3, $4, now(), now())`,
    [app?.workspace_id, TYPE, client.id, sealClientSecret(secrets, 'ccl_1', client.secret)],
  )
  const { access, refresh } = issue(['items.read'])
  const credentials = { access_token: access, refresh_token: refresh, values: {} }
  await query(
    `insert into connections (id, app_id, integration_type, status, scopes, connection_config, captured, credentials,
                              client_id, token_expires_at, refresh_at, created_date, updated_date)
     values ($1, $2, $3, 'active', '{}', '{}', '{}', $4, $5, now() + interval '1 h', now() + interval '45 min',
             now(), now())`,
    [ID, appId, TYPE, sealCredentials(secrets, ID, credentials), client.id],
  )
}
