import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, createClient } from '@atrium/sdk'
import { sql } from 'kysely'
import { type Atrium, createApp, type Overrides } from '../src/app.ts'
import type { Clock } from '../src/platform/clock.ts'
import { createFakeBrowsers } from '../src/ports/browser/test/fake-browser.ts'
import type { DomainProofs } from '../src/ports/domain-proofs/port.ts'
import { createFakeFunctions } from '../src/ports/function-runtime/test/fake-functions.ts'
import { memoryGit } from '../src/ports/git/test/memory-git.ts'
import type { Config } from '../src/settings/config.ts'
import { testConfig } from './config.ts'
import { type Factories, factories, type Person } from './make.ts'
import { cloneTemplate } from './template.ts'

/** What a test may use of a server that other tests use too. */
export interface SharedApp {
  atrium: Pick<Atrium, 'db'>
  baseUrl: string
  clock: Clock
  make: Factories
  /** Rows of the database, for what no operation shows or does. */
  sql<Row = Record<string, unknown>>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>
  /** The SDK as this person, or with this secret. */
  as(who: Person | string): Client
  anonymous: Client
}

export interface TestApp extends SharedApp {
  atrium: Atrium
  /** For a second server on the same database: `createTestApp({ database_url: app.databaseUrl })`. */
  databaseUrl: string
  clock: TestClock
  stop(): Promise<void>
}

/** A clock that only moves when it is moved. */
export interface TestClock extends Clock {
  move(seconds: number): void
}

/** A whole server in this process, on its own clone of the template database unless one is given. */
export async function createTestApp(
  config: Partial<Config> = {},
  overrides: Overrides = {},
): Promise<TestApp> {
  const shared = config.database_url
  const database = shared ? { url: shared, drop: async () => {} } : await cloneTemplate()
  const clock = testClock()
  const atrium = await createApp(testConfig({ ...config, database_url: database.url }), {
    clock,
    strictAnswers: true,
    recordEvents: true,
    maxConnections: 8,
    onAnswer: noteCoverage,
    consoleFolder: NO_CONSOLE,
    functionRuntime: createFakeFunctions().make,
    domainProofs: NO_PROOFS,
    browsers: createFakeBrowsers(),
    ...overrides,
    // A test that needs real git passes it.
    git: { ...memoryGit(), ...overrides.git },
  })
  const clientWith = (token?: string) =>
    createClient({ baseUrl: atrium.address, retries: 0, ...(token !== undefined && { token }) })
  return {
    atrium,
    baseUrl: atrium.address,
    databaseUrl: database.url,
    clock,
    make: factories(atrium.db, clock),
    sql: async <Row>(text: TemplateStringsArray, ...values: unknown[]) =>
      (await sql<Row>(text, ...values).execute(atrium.db)).rows,
    as: (who) => clientWith(typeof who === 'string' ? who : who.token),
    anonymous: clientWith(),
    async stop() {
      await atrium.stop()
      await database.drop()
    },
  }
}

/** Its several hundred files would be a fourth of what it takes to start; the tests in a browser have it. */
const NO_CONSOLE = '/nonexistent'

/** Tests ask no name server and no host of others. */
const NO_PROOFS: DomainProofs = { texts: async () => [], file: async () => null }

function testClock(): TestClock {
  let moved = 0
  return {
    now: () => new Date(Date.now() + moved),
    move(seconds) {
      moved += seconds * 1000
    },
  }
}

/** Every answer a test provoked is noted, so that the run can tell which declared refusals none did. */
function noteCoverage(operation: string, code: string): void {
  const folder = process.env.SPEC_COVERAGE_DIR
  const line = `${operation} ${code}\n`
  if (!folder || noted.has(line)) return
  noted.add(line)
  appendFileSync(join(folder, `${process.pid}.txt`), line)
}

/** Each once: a file written to with every answer would be a cost of every test. */
const noted = new Set<string>()
