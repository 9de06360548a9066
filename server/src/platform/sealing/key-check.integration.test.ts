import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import { cloneTemplate } from '../../../test/template.ts'
import { type Database, openDatabase } from '../database/open.ts'
import { createLog } from '../log.ts'
import { createSecrets } from '../secrets.ts'
import { requireRightKey, storeKeyCheck } from './key-check.ts'
import type { SealedColumn } from './sealed-texts.ts'

const [OLD, NEW, OTHER] = ['the key it had before', 'the key it has from now on', 'a key of another database']
const NOTES: SealedColumn = { table: 'notes', column: 'sealed_text', purpose: (id) => `note ${id}` }

let clone: Awaited<ReturnType<typeof cloneTemplate>>
let database: Database
beforeEach(async () => {
  clone = await cloneTemplate()
  database = openDatabase({ connection: clone.url, log: createLog('silent') })
  await sql`create table notes (id text primary key, sealed_text text)`.execute(database.db)
})
afterEach(async () => {
  await database.close()
  await clone.drop()
})

const deps = (key: string) => ({ db: database.db, secrets: createSecrets(key), sealed: [NOTES] })
const startWith = (secret_key: string) => createTestApp({ secret_key, database_url: clone.url })
const checks = async () => (await sql`select * from secret_check`.execute(database.db)).rows

async function write(id: string, key: string): Promise<void> {
  const sealed = createSecrets(key).encrypt(NOTES.purpose(id), 'a note')
  await sql`insert into notes values (${id}, ${sealed})`.execute(database.db)
}

test('the first start makes the key its database’s; later ones need it, at any place of the list', {
  tags: 'slow',
}, async () => {
  await (await startWith(OLD)).stop()
  const [check, ...more] = await checks()
  expect([JSON.stringify(check).includes(OLD), more]).toEqual([false, []])
  for (const keys of [OLD, `${NEW},${OLD}`, `${OLD},${NEW}`]) await (await startWith(keys)).stop()
  expect(await checks()).toEqual([check])
})

test('a start with another key is refused before anything is changed, also by a migration', async () => {
  await (await startWith(OLD)).stop()
  // As if a migration were to be applied: that it is tried at all would be another error.
  await sql`delete from schema_migrations where name = '0010_secret_check.sql'`.execute(database.db)
  const state = async () => [
    await checks(),
    (await sql`select * from schema_migrations order by name`.execute(database.db)).rows,
    (await sql`select name, cron, updated_on from pgboss.schedule order by name`.execute(database.db)).rows,
  ]
  const before = await state()
  for (const keys of [OTHER, `${OTHER},${NEW}`]) {
    await expect(startWith(keys)).rejects.toThrow(
      /^SECRET_KEY .* is not the key of this database.* Nothing of that was changed\. Start with the key it had, .*"new,old"/,
    )
  }
  expect(await state()).toEqual(before)
})

test('of nodes that start at once with different keys, those with the first one’s go on', async () => {
  const keys = [OLD, OTHER, OLD, OTHER, OLD, OTHER]
  const ends = await Promise.allSettled(keys.map((key) => storeKeyCheck(deps(key))))
  const wentOn = keys.filter((_, index) => ends[index]?.status === 'fulfilled')
  expect(new Set(wentOn).size).toBe(1)
  expect(wentOn).toHaveLength(3)
  expect(await requireRightKey(deps(wentOn[0] ?? ''))).toBe(true)
})

test('a database that is older than the check is refused to a key that opens nothing in it', async () => {
  await write('note_1', OLD)
  await expect(storeKeyCheck(deps(OTHER))).rejects.toThrow('is not the key of this database')
  expect(await checks()).toEqual([])
  await storeKeyCheck(deps(OLD))
  expect(await checks()).toHaveLength(1)
})

test('one lost key among several does not stop an older database', async () => {
  await write('note_1', OLD)
  await write('note_2', NEW)
  await storeKeyCheck(deps(NEW))
  expect(await requireRightKey(deps(NEW))).toBe(true)
})

test('a check that was tampered with does not open', async () => {
  await storeKeyCheck(deps(OLD))
  await sql`update secret_check set sealed_text = split_part(sealed_text, '.', 1) || '.AAAA.AAAA'`.execute(
    database.db,
  )
  await expect(requireRightKey(deps(OLD))).rejects.toThrow('is not the key of this database')
})
