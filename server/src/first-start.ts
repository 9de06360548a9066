/** What a first start on an empty database makes, and what it tells its operator. */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  demoArchive,
  demoConnections,
  demoDeliveries,
  demoLedger,
  demoServiceToken,
  demoSites,
  demoTests,
  demoVisits,
  demoWork,
} from './demo/index.ts'
import { importVisits } from './modules/app-logs/index.ts'
import { importTests } from './modules/browser-tests/index.ts'
import { importWork } from './modules/coding/index.ts'
import { importConnections } from './modules/connectors/index.ts'
import { importSite, type SiteAddresses } from './modules/hosting/index.ts'
import { importDeliveries } from './modules/webhooks/index.ts'
import { operatorStore } from './operate/store.ts'
import type { Collection } from './platform/archive/collection.ts'
import { type Imported, importArchive } from './platform/archive/import-archive.ts'
import type { Clock } from './platform/clock.ts'
import type { Db } from './platform/database/db.ts'
import type { Log } from './platform/log.ts'
import { makeSecret, type Secrets } from './platform/secrets.ts'
import { tolerate } from './platform/tolerate.ts'
import { grantTokens, sandboxTokens } from './ports/connector-auth/sandbox-tokens.ts'
import { importCreditUses } from './tenancy/index.ts'

export interface FirstStart {
  /** Archives to import before anything is served. */
  archives: readonly string[]
  demo: boolean
}

export interface Welcome {
  email: string
  password: string
  token: string
}

interface Deps {
  db: Db
  clock: Clock
  log: Log
  collections: readonly Collection[]
  secrets: Secrets
  /** Where sites are, once that is known. */
  siteAddresses?: Pick<SiteAddresses, 'siteUrl'>
  coding?: Parameters<typeof importWork>[0]
}

/** Brings in the archives; an empty database also gets a workspace whose owner is shown once how to sign in. */
export async function firstStart(deps: Deps, wanted: FirstStart): Promise<Welcome | null> {
  if (wanted.archives.length === 0 && !(await isEmpty(deps.db))) return null
  return oneNodeAtATime(deps.db, () => fill(deps, wanted))
}

async function fill(deps: Deps, { archives, demo }: FirstStart): Promise<Welcome | null> {
  for (const path of archives) {
    const review = ({ added, grants }: Imported) => deps.log.info({ grants, added }, `importing ${path}`)
    const added = await importArchive({ ...deps, review, source: path, now: deps.clock.now() })
    deps.log.info({ added }, `imported ${path}`)
  }
  if (!(await isEmpty(deps.db))) return null
  const welcome = {
    email: demo ? 'demo@example.com' : 'owner@example.com',
    password: randomBytes(12).toString('base64url'),
    token: makeSecret('pat'),
  }
  const now = deps.clock.now()
  const source = demo ? demoArchive({ ownerPassword: welcome.password, now }) : plainArchive(welcome)
  const others = demo ? [demoServiceToken(makeSecret('pat'))] : []
  const whole = withTokens(source, welcome, others)
  await importArchive({ ...deps, by: 'first start', source: asStream(whole), now })
  // Whoever starts an installation is its operator.
  const store = operatorStore(deps.db)
  const owner = await store.findUser(welcome.email)
  if (owner) await store.setInstallationAdmin(owner.id, true)
  if (demo) await bringToLife(deps, now)
  return welcome
}

/**
 * Archives hold no sites, credentials, repositories and steps of test runs, and nothing of what was sent, visited and
 * used: those of the demo company are made here.
 */
async function bringToLife(deps: Deps, now: Date): Promise<void> {
  const addresses = new Map<string, string>()
  for (const { app_id, revisions } of demoSites(now)) {
    const site = await importSite(deps.db, app_id, revisions)
    if (site && deps.siteAddresses) addresses.set(app_id, deps.siteAddresses.siteUrl(site))
  }
  const sandbox = sandboxTokens(deps)
  const connected = demoConnections(now, (account, scopes) =>
    grantTokens(sandbox, { account, scopes, count: 0 }),
  )
  await importConnections(deps, connected, now)
  await importTests(deps.db, demoTests(now, addresses))
  await importCreditUses(deps.db, demoLedger(now))
  await importDeliveries(deps.db, demoDeliveries(now))
  await importVisits(deps.db, demoVisits(now))
  if (deps.coding) {
    const work = importWork(deps.coding, demoWork(now))
    await tolerate(deps.log, 'the repository of the demo was not made', work, undefined)
  }
}

interface Archive {
  users: readonly { id: string; email: string }[]
  workspaces: readonly { id: string }[]
}

/** An archive is how everything comes in, so a first workspace is one too. */
function plainArchive({ email, password }: Welcome) {
  return {
    format: 'atrium-archive',
    version: 1,
    users: [{ id: 'usr_owner', email, full_name: 'Owner', password }],
    workspaces: [{ id: 'ws_first', name: 'My workspace', plan: 'business', monthly_limit: null }],
    members: [{ workspace_id: 'ws_first', user_id: 'usr_owner', email, role: 'owner', status: 'joined' }],
  }
}

function withTokens(archive: Archive, { email, token }: Welcome, others: readonly object[]): object {
  const owner = archive.users.find((user) => user.email === email)
  const credential = {
    kind: 'personal_token',
    secret: token,
    user_id: owner?.id,
    workspace_id: archive.workspaces[0]?.id,
    permission: 'full_access',
    name: 'first token',
  }
  return { ...archive, credentials: [credential, ...others] }
}

function asStream(archive: object): AsyncIterable<Uint8Array> {
  return Readable.from([Buffer.from(JSON.stringify(archive))])
}

async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`select not exists (select from workspaces) as empty`.execute(
    db,
  )
  return rows[0]?.empty === true
}

/** Nodes may start together. The lock is asked for again and again, as a waiting statement has a time limit. */
async function oneNodeAtATime<T>(db: Db, work: () => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    for (;;) {
      const { rows } = await sql<{ is_ours: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('first start', 0)) as is_ours`.execute(tx)
      if (rows[0]?.is_ours) return work()
      await wait(50)
    }
  })
}
