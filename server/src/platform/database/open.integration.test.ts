import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migratedDatabase } from '../../../test/migrated-database.ts'
import { useStarted } from '../../../test/use-started.ts'
import { createLog } from '../log.ts'
import { openDatabase } from './open.ts'

const database = useStarted(migratedDatabase)

test('what an address says does not undo the bounds of a connection, and else it holds', async () => {
  const address = new URL(database.connection)
  address.searchParams.set('options', '-c search_path=pg_catalog')
  address.searchParams.set('statement_timeout', '0')
  const bound = { isReadOnly: true, longestStatementMs: 1_234, log: createLog('silent') }
  const opened = openDatabase({ connection: address.href, ...bound })
  onTestFinished(() => opened.close())
  const { rows } = await sql`select current_setting('statement_timeout') as longest,
    current_setting('search_path') as path`.execute(opened.db)
  expect(rows).toEqual([{ longest: '1234ms', path: 'pg_catalog' }])
  await expect(sql`create table public.written (id int)`.execute(opened.db)).rejects.toThrow('read-only')
})
