/** The demo company is brought in once for all files of a worker: each has a clone of it. */
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { collectionsOf } from '../../server/src/app.ts'
import { firstStart } from '../../server/src/first-start.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { openDatabase } from '../../server/src/platform/database/open.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { createSecrets } from '../../server/src/platform/secrets.ts'
import { testConfig } from '../../server/test/config.ts'
import { cloneTemplate } from '../../server/test/template.ts'

export const SECRET_KEY = 'a key that only the console tests use'

let company: ReturnType<typeof bringIn> | undefined

/** A database with the company and, in the folder of the tests, its source code as it was. */
export async function cloneCompany() {
  company ??= bringIn()
  const { owner, template, source } = await company
  await rm(source, { recursive: true, force: true })
  await cp(unchanged(source), source, { recursive: true })
  return { owner, ...(await cloneTemplate(template)) }
}

async function bringIn() {
  const { name, url } = await cloneTemplate()
  const { data_dir } = testConfig({ database_url: url })
  const source = join(data_dir, 'source')
  const log = createLog('silent')
  const { db, close } = openDatabase({ connection: url, log })
  const deps = { db, clock: systemClock, log, collections: collectionsOf({ data_dir }) }
  const secrets = createSecrets(SECRET_KEY)
  const owner = await firstStart({ ...deps, secrets }, { archives: [], demo: true })
  await close()
  if (!owner) throw new Error('the clone of the template was not empty')
  await cp(source, unchanged(source), { recursive: true })
  return { owner, template: name, source }
}

const unchanged = (folder: string) => `${folder}-unchanged`
