/** One server for all cases, with people and things in it that they share. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@atrium/sdk'
import { createFakeScanner } from '../../src/modules/scans/test/fake-scanner.ts'
import { hashPassword } from '../../src/platform/passwords/passwords.ts'
import { createSecrets } from '../../src/platform/secrets.ts'
import { memoryGit } from '../../src/ports/git/test/memory-git.ts'
import { startModelServer } from '../../src/ports/language-model/test/model-server.ts'
import { openText } from '../../src/tenancy/mail/sealed-text.ts'
import { createTestApp, type TestApp } from '../app.ts'
import { testConfig } from '../config.ts'
import type { Person } from '../make.ts'
import { receiveHttp } from '../receivers.ts'

export interface World {
  app: TestApp
  owner: Person
  /** The SDK as the owner. */
  client: Client
  /** The same, past the rules of entities. */
  bypassing: Client
  /** An address that takes whatever webhooks send. */
  receiverUrl: string
  /** Where the server has its data. */
  folder: string
  /** What the domain name system says, by name. */
  txtRecords: Map<string, string[]>
  /** A password with its hash, which takes long to make. */
  password: { text: string; hash: string }
  /** The first group of the pattern in the newest mail to this address. */
  findInMail(to: string, pattern: RegExp): Promise<string>
  stop(): Promise<void>
}

export async function createWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-atomicity-'))
  const receiver = await receiveHttp((_request, response) => void response.writeHead(200).end())
  // All that anybody asks for, in one answer.
  const finding = { cause: 'It broke.', evidence_ids: ['E1'], fix_steps: [], confidence: 'low' }
  const answer = JSON.stringify({ search_themes: ['oak table'], ...finding })
  const model = await startModelServer(() => ({ say: [answer] }))
  const config = {
    data_dir: folder,
    rate_limits: 'off' as const,
    outbound_allow: ['127.0.0.0/8'],
    mail: 'smtp://127.0.0.1:9', // nobody takes them there, so they wait with their text
    language_model: 'openai-compatible' as const,
    llm_base_url: model.baseUrl,
    llm_model: 'test',
  }
  const txtRecords = new Map<string, string[]>()
  const elsewhere = join(folder, 'elsewhere.git')
  const git = memoryGit(() => elsewhere)
  await git.createRepository(elsewhere, { branch: 'main' })
  // The 500 of a refused commit is wanted, so it is not recorded among the answers of the run.
  // Quotas are counted behind what is watched here, whether it was done or not.
  const app = await createTestApp(
    { ...config, quotas: null },
    {
      onAnswer: () => {},
      git,
      scanner: createFakeScanner(),
      domainProofs: { texts: async (name) => txtRecords.get(name) ?? [], file: async () => null },
    },
  )
  // With a limit, so that credits are held before they are spent.
  const owner = await app.make.person('owner', await app.make.workspace({ monthly_limit: 100_000 }))
  await app.make.activity(owner, { credits_used: 1, last_seen: app.clock.now() })
  const secrets = createSecrets(testConfig({ database_url: app.databaseUrl }).secret_key)
  return {
    app,
    owner,
    client: app.as(owner),
    folder,
    txtRecords,
    bypassing: createClient({
      baseUrl: app.baseUrl,
      token: owner.token,
      retries: 0,
      headers: { 'X-Bypass-RLS': 'true' },
    }),
    password: { text: PASSWORD, hash: await hashPassword(PASSWORD) },
    // The outbox shows no text of mails that wait for a server, so the stored one is opened.
    async findInMail(to, pattern) {
      const rows = await app.sql<{ id: string; sealed_text: string }>`
        select id, sealed_text from mails where recipient = ${to} order by id desc limit 1`
      const found = rows[0] && pattern.exec(openText(secrets, rows[0].id, rows[0].sealed_text))?.[1]
      if (found === undefined) throw new Error(`no mail to ${to} has it`)
      return found
    },
    receiverUrl: `http://127.0.0.1:${receiver.port}/`,
    async stop() {
      await app.stop()
      await receiver.close()
      await model.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const PASSWORD = 'a long password of theirs'
