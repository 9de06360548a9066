import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testPostgres } from '../../../test/postgres.ts'
import { useStarted } from '../../../test/use-started.ts'
import { createLog } from '../log.ts'
import { migrate } from './migrate.ts'
import { type Database, openDatabase } from './open.ts'

const log = createLog('silent')
const server = useStarted(testPostgres)
let admin: Database
let database: Database
let folder: string

beforeAll(async () => {
  admin = openDatabase({ connection: server.connection, log })
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-migrations-'))
  const name = `migrate_${randomBytes(6).toString('hex')}`
  await admin.pool.query(`create database ${name}`)
  const address = new URL(server.connection)
  address.pathname = name
  database = openDatabase({ connection: address.href, log })
})

afterEach(async () => {
  const { rows } = await database.pool.query('select current_database() as name')
  await database.close()
  await admin.pool.query(`drop database ${rows[0].name} with (force)`)
  await rm(folder, { recursive: true })
})

afterAll(() => admin?.close())

describe('migrate', () => {
  test('applies the files in their order, once', async () => {
    await files({
      '0002_add.sql': "alter table t add column more text; insert into t values (1, 'x');",
      '0001_make.sql': 'create table t (id int4);',
      'README.md': 'not a migration',
    })
    expect(await run()).toEqual({ applied: ['0001_make.sql', '0002_add.sql'] })
    expect(await run()).toEqual({ applied: [] })
    await files({ '0010_later.sql': 'insert into t values (2)' })
    expect(await run()).toEqual({ applied: ['0010_later.sql'] })
    expect(await rowsOf('select id from t order by id')).toEqual([{ id: 1 }, { id: 2 }])
  })

  test('costs one round trip when there is nothing to do', async () => {
    await files({ '0001_make.sql': 'create table t ();' })
    await run()
    const asked: string[] = []
    const counting = new Proxy(database.pool, {
      get(pool, key) {
        const value = Reflect.get(pool, key, pool)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          asked.push(String(key))
          return Reflect.apply(value, pool, args)
        }
      },
    })
    expect(await run(counting)).toEqual({ applied: [] })
    expect(asked).toEqual(['query'])
  })

  test('accepts a file whose line ends were changed by a checkout', async () => {
    await files({ '0001_make.sql': 'create table t (\n  id int4\n);\n' })
    await run()
    await files({ '0001_make.sql': 'create table t (\r\n  id int4\r\n);\r\n' })
    expect(await run()).toEqual({ applied: [] })
  })

  test('several nodes that start at once apply everything once', async () => {
    await files({
      '0001_make.sql': 'create table t (id int4);',
      '0002_slow.sql': 'insert into t values (1); select pg_sleep(0.2);',
    })
    const outcomes = await Promise.all([run(), run(), run()])
    expect(outcomes.flatMap(({ applied }) => applied)).toEqual(['0001_make.sql', '0002_slow.sql'])
    expect(await rowsOf('select id from t')).toEqual([{ id: 1 }])
  })

  test('a failing file is undone as a whole and names itself and the line', async () => {
    await files({
      '0001_good.sql': 'create table good ();',
      '0002_bad.sql': 'create table bad ();\n\nselect missing from good;',
      '0003_never.sql': 'create table never ();',
    })
    await expect(run()).rejects.toThrow(/0002_bad\.sql failed at line 3: column "missing" does not exist/)
    expect(await rowsOf("select to_regclass('good')::text as good, to_regclass('bad') as bad")).toEqual([
      { good: 'good', bad: null },
    ])
    await files({ '0002_bad.sql': 'create table bad ();' })
    expect(await run()).toEqual({ applied: ['0002_bad.sql', '0003_never.sql'] })
  })

  test('refuses a file that was changed after it was applied', async () => {
    await files({ '0001_make.sql': 'create table t ();' })
    await run()
    await files({ '0001_make.sql': 'create table other ();' })
    await expect(run()).rejects.toThrow('0001_make.sql was changed after it was applied')
  })

  test('refuses a database that is newer than the program', async () => {
    await files({ '0001_make.sql': 'create table t ();', '0002_new.sql': 'create table u ();' })
    await run()
    await rm(join(folder, '0002_new.sql'))
    await expect(run()).rejects.toThrow('the database is newer than the program')
  })

  test('refuses a new file with a number before one that is applied', async () => {
    await files({ '0002_make.sql': 'create table t ();' })
    await run()
    await files({ '0001_late.sql': 'create table u ();' })
    await expect(run()).rejects.toThrow('0001_late.sql comes before 0002_make.sql')
  })

  test.each([
    ['two files with one number', { '0001_a.sql': '', '0001_b.sql': '' }, 'have the same number'],
    ['a number that is too short', { '001_a.sql': '' }, '001_a.sql must be named like'],
    ['a name without a number', { 'make.sql': '' }, 'make.sql must be named like'],
  ])('refuses %s', async (_, given, message) => {
    await files(given)
    await expect(run()).rejects.toThrow(message)
  })
})

async function files(texts: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text)
}

function run(pool: pg.Pool = database.pool) {
  return migrate({ pool, folder: pathToFileURL(folder), log })
}

async function rowsOf(text: string): Promise<unknown[]> {
  return (await database.pool.query(text)).rows
}
