import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emptyDatabase } from '../../../test/migrated-database.ts'
import { useStarted } from '../../../test/use-started.ts'
import { createLog } from '../log.ts'
import { createNotifications, notify } from './listen.ts'
import { transaction } from './transaction.ts'

const log = createLog('silent')
const database = useStarted(emptyDatabase)
const notifications = useStarted(async () => createNotifications({ connection: database.connection, log }))

test('a notification arrives when its transaction commits, and not when it is undone', async () => {
  const heard = hear('things.changed')
  await notifications.ready()
  const undone = transaction(database.db, async (tx) => {
    await notify(tx, 'things.changed', 'undone')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await transaction(database.db, (tx) => notify(tx, 'things.changed', 'done'))
  await expect.poll(() => heard).toEqual(['done'])
})

test('a failing listener does not keep the others from hearing', async () => {
  notifications.on('shared', () => {
    throw new Error('a mistake of this listener')
  })
  const heard = hear('shared')
  await notifications.ready()
  await notify(database.db, 'shared', 'for both')
  await expect.poll(() => heard).toEqual(['for both'])
})

test('anyone who ended the subscription hears nothing more', async () => {
  const gone: string[] = []
  const end = notifications.on('ended', (payload) => gone.push(payload))
  const heard = hear('ended')
  end()
  await notifications.ready()
  await notify(database.db, 'ended', 'late')
  await expect.poll(() => heard).toEqual(['late'])
  expect(gone).toEqual([])
})

test('after a lost connection it tells so and hears again', async () => {
  const heard = hear('after the loss')
  const reconnected = Promise.withResolvers<void>()
  notifications.onReconnect(reconnected.resolve)
  await notifications.ready()
  const { rowCount } = await database.pool.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where application_name = 'atrium notifications' and datname = current_database()`,
  )
  expect(rowCount).toBe(1)
  await reconnected.promise
  await notify(database.db, 'after the loss', 'back')
  await expect.poll(() => heard).toEqual(['back'])
})

test('it waits for a database that comes later', async () => {
  const name = `late_${randomBytes(6).toString('hex')}`
  const address = new URL(database.connection)
  address.pathname = name
  const late = createNotifications({ connection: address.href, log })
  const ready = late.ready()
  await database.pool.query(`create database ${name}`)
  await ready
  await late.close()
  await database.pool.query(`drop database ${name} with (force)`)
})

test('it can be closed while the database is away', async () => {
  const lonely = createNotifications({ connection: 'postgres://atrium@127.0.0.1:1/atrium', log })
  await lonely.close()
})

function hear(channel: string): string[] {
  const heard: string[] = []
  notifications.on(channel, (payload) => heard.push(payload))
  return heard
}

test('a database that is away is knocked at less and less often', { tags: 'slow' }, async () => {
  const times: number[] = []
  const server = createServer((socket) => {
    times.push(performance.now())
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const away = createNotifications({ connection: `postgres://nobody@127.0.0.1:${port}/none`, log })
  onTestFinished(async () => {
    await away.close()
    server.close()
  })
  await vi.waitFor(() => expect(times.length).toBeGreaterThan(5), 30_000)
  // Pauses of 50, 100, 200, 400 and 800 ms lie between the first six.
  expect((times[5] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1_500)
})
