import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MigratedDatabase, migratedDatabase } from '../../test/migrated-database.ts'
import { paymentMethodOf } from './payment-method-store.ts'

let database: MigratedDatabase
beforeAll(async () => {
  database = await migratedDatabase()
})
afterAll(() => database.close())

test('a workspace pays as it is set to; one that is not there does not', async () => {
  await database.pool.query(
    "insert into workspaces (id, name, payment_method, created_date) values ('ws_1', 'One', 'unreachable', now())",
  )
  expect(await paymentMethodOf(database.db, 'ws_1')).toBe('unreachable')
  expect(await paymentMethodOf(database.db, 'ws_2')).toBeNull()
})
