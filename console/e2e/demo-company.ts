/** The demo company is imported once per worker: each console of its tests has a clone of it. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectionsOf } from '../../server/src/app.ts'
import { firstStart } from '../../server/src/first-start.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { openDatabase } from '../../server/src/platform/database/open.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { createSecrets } from '../../server/src/platform/secrets.ts'
import { cloneTemplate } from '../../server/test/template.ts'

export const SECRET_KEY = 'a key that only the console tests use'

let company: ReturnType<typeof importCompany> | undefined

/** A database with the company, and a data folder with its source code, which no other console writes to. */
export async function cloneCompany() {
  company ??= importCompany()
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

async function importCompany() {
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
