import { expect, test } from 'vitest'
import { migratedDatabase } from '../../test/migrated-database.ts'
import { useStarted } from '../../test/use-started.ts'
import { paymentMethodOf } from './payment-method-store.ts'

const database = useStarted(migratedDatabase)

test('a workspace pays as it is set to; one that is not there does not', async () => {
  await database.pool.query(
    "insert into workspaces (id, name, payment_method, created_date) values ('ws_1', 'One', 'unreachable', now())",
  )
  expect(await paymentMethodOf(database.db, 'ws_1')).toBe('unreachable')
  expect(await paymentMethodOf(database.db, 'ws_2')).toBeNull()
})
