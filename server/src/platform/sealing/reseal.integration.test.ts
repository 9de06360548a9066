import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import { migratedDatabase } from '../../../test/migrated-database.ts'
import { useStarted } from '../../../test/use-started.ts'
import { createSecrets, type Secrets } from '../secrets.ts'
import { requireRightKey, storeKeyCheck } from './key-check.ts'
import { reseal } from './reseal.ts'
import type { SealedColumn } from './sealed-texts.ts'

const [OLD, NEW] = ['the key it had before', 'the key it has from now on']
const purpose = (id: string) => `note ${id}`
const NOTES: readonly SealedColumn[] = [
  { table: 'notes', column: 'sealed', purpose },
  { table: 'notes', column: 'previous', purpose },
]
const before = createSecrets(OLD)
const both = createSecrets(`${NEW},${OLD}`)
const after = createSecrets(NEW)

const database = useStarted(migratedDatabase)
beforeAll(async () => {
  await sql`create table notes (id text primary key, sealed text, previous text)`.execute(database.db)
})
beforeEach(async () => {
  await sql`truncate notes, secret_check`.execute(database.db)
  await storeKeyCheck({ db: database.db, secrets: before, sealed: NOTES })
})

const running = { attempt: 1, signal: new AbortController().signal }

async function run({ secrets = both, context = running } = {}) {
  const log = collectedLog('info')
  await reseal.run({ db: database.db, log, secrets, sealed: NOTES }, {}, context)
  return log
}

async function write(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) => `note_${n}`)
  const [sealed, previous] = ['now', 'then'].map((text) => ids.map((id) => before.encrypt(purpose(id), text)))
  await sql`insert into notes select * from unnest(${ids}::text[], ${sealed}::text[], ${previous}::text[])`.execute(
    database.db,
  )
  return ids
}

async function notes() {
  const { rows } = await sql<{ id: string; sealed: string; previous: string | null }>`
    select * from notes order by id`.execute(database.db)
  return rows
}

test('all texts, more than are read at once, open with the new key alone', { tags: 'slow' }, async () => {
  await write(600)
  await sql`update notes set previous = null where id = 'note_7'`.execute(database.db)
  const log = await run()
  const sealedAgain = await notes()
  expect(sealedAgain).toHaveLength(600)
  for (const { id, sealed, previous } of sealedAgain) {
    expect(after.decrypt(purpose(id), sealed)).toBe('now')
    if (id === 'note_7') expect(previous).toBeNull()
    else expect(after.decrypt(purpose(id), previous ?? '')).toBe('then')
  }
  expect(await requireRightKey({ db: database.db, secrets: after })).toBe(true)
  expect(log.lines).toMatchObject([
    { table: 'notes', column: 'sealed', renewed: 600 },
    { table: 'notes', column: 'previous', renewed: 599 },
    { table: 'secret_check', renewed: 1 },
    { msg: 'everything is encrypted with the first key of SECRET_KEY, it can stand there alone' },
  ])

  const once = await notes()
  expect((await run()).lines).toEqual([])
  expect(await notes()).toEqual(once)
})

test('a text that is replaced at the same time is not overwritten', async () => {
  const [id = ''] = await write(1)
  const newer = both.encrypt(purpose(id), 'newer')
  const job = await database.db.transaction().execute(async (tx) => {
    await sql`update notes set sealed = ${newer}, previous = sealed where id = ${id}`.execute(tx)
    const done = run()
    await expect.poll(isWaiting).toBe(true)
    return { done }
  })
  await job.done
  const [note] = await notes()
  expect(note?.sealed).toBe(newer)
  // What moved to the other column in the meantime is renewed there.
  expect(after.decrypt(purpose(id), note?.previous ?? '')).toBe('now')
})

test('what no key opens is reported and left, and keeps nothing else back', async () => {
  const [, lost = ''] = await write(3)
  const foreign = createSecrets('a key that is lost').encrypt(purpose(lost), 'now')
  await sql`update notes set sealed = ${foreign} where id = ${lost}`.execute(database.db)
  const log = await run()
  expect(log.lines).toContainEqual(
    expect.objectContaining({ level: 'warn', table: 'notes', column: 'sealed', unreadable: 1 }),
  )
  const [first, second, third] = await notes()
  expect(second?.sealed).toBe(foreign)
  for (const note of [first, third])
    expect(after.decrypt(purpose(note?.id ?? ''), note?.sealed ?? '')).toBe('now')
  expect(await requireRightKey({ db: database.db, secrets: after })).toBe(true)
})

test('cut short, it keeps the start from doing without the old key', async () => {
  await write(2)
  const control = new AbortController()
  const encrypt: Secrets['encrypt'] = (...given) => {
    control.abort(new Error('the time is up'))
    return both.encrypt(...given)
  }
  const cut = run({ secrets: { ...both, encrypt }, context: { attempt: 1, signal: control.signal } })
  await expect(cut).rejects.toThrow('the time is up')
  const renewed = (await notes()).filter(({ sealed }) => sealed.startsWith(`${after.keyIds[0]}.`))
  expect(renewed).toHaveLength(1)
  await expect(requireRightKey({ db: database.db, secrets: after })).rejects.toThrow('is not the key')
})

async function isWaiting(): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%update "notes"%'`.execute(
    database.db,
  )
  return rows.length > 0
}
