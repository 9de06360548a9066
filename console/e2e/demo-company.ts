/** The demo company is imported once per run: each console of its tests has a clone of it. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { collectionsOf } from '../../server/src/app.ts'
import { firstStart } from '../../server/src/first-start.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { openDatabase } from '../../server/src/platform/database/open.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { createSecrets } from '../../server/src/platform/secrets.ts'
import { cloneTemplate } from '../../server/test/template.ts'

export const SECRET_KEY = 'a key that only the console tests use'

interface Company {
  owner: { email: string; password: string }
  /** The database to clone. */
  template: string
  /** The data folder to copy. */
  folder: string
}

let company: Promise<Company> | undefined

/** A database with the company, and a data folder with its source code, which no other console writes to. */
export async function cloneCompany() {
  company ??= findOrImport()
  const { owner, template, folder } = await company
  const data_dir = await mkdtemp(join(tmpdir(), 'atrium-console-'))
  await cp(folder, data_dir, { recursive: true })
  const { url, drop } = await cloneTemplate(template)
  return {
    owner,
    url,
    data_dir,
    async drop() {
      await drop()
      await rm(data_dir, { recursive: true, force: true })
    },
  }
}

/** The workers of a run ask at the same time: the first one imports, and leaves a note at the maintenance database. */
async function findOrImport(): Promise<Company> {
  const client = new pg.Client(process.env.TEST_DATABASE_URL)
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('demo company'))`)
    const { rows } = await client.query<{ note: string | null }>(
      `select shobj_description(oid, 'pg_database') note from pg_database where datname = current_database()`,
    )
    const note = rows[0]?.note
    if (note?.startsWith('{')) return JSON.parse(note)
    const imported = await importCompany()
    const database = client.escapeIdentifier(client.database ?? '')
    await client.query(`comment on database ${database} is ${client.escapeLiteral(JSON.stringify(imported))}`)
    return imported
  } finally {
    await client.end()
  }
}

async function importCompany(): Promise<Company> {
  const { name, url } = await cloneTemplate()
  const folder = await mkdtemp(join(tmpdir(), 'atrium-demo-'))
  const log = createLog('silent')
  const { db, close } = openDatabase({ connection: url, log })
  const deps = { db, clock: systemClock, log, collections: collectionsOf({ data_dir: folder }) }
  const secrets = createSecrets(SECRET_KEY)
  const owner = await firstStart({ ...deps, secrets }, { archives: [], demo: true })
  await close()
  if (!owner) throw new Error('the clone of the template was not empty')
  return { owner, template: name, folder }
}
