/** A node that dies at a chosen moment: before or after its n-th statement or call of the platform. */
import type pg from 'pg'
import { openDatabase } from '../../../../platform/database/open.ts'
import { createLog } from '../../../../platform/log.ts'
import type { Fate } from './memory-platform.ts'

export type Side = 'before' | 'after'

export function dyingNode(connection: string, dieAt: number, side: Side) {
  const database = openDatabase({ connection, maxConnections: 3, log: createLog('silent') })
  const clients: pg.PoolClient[] = []
  let moment = 0
  let isDead = false

  const die = () => {
    isDead = true
    for (const client of clients) streamOf(client).destroy()
  }

  database.pool.on('connect', (client) => {
    clients.push(client)
    const query = client.query.bind(client) as (...parts: unknown[]) => unknown
    const dying = (...parts: unknown[]) => {
      const isLast = ++moment === dieAt
      if (isLast && side === 'before') die()
      if (!isLast || side === 'before') return query(...parts)
      const answer = parts.at(-1)
      if (typeof answer !== 'function')
        return (query(...parts) as Promise<unknown>).then(() => {
          die()
          throw new Error('The node is gone')
        })
      return query(...parts.slice(0, -1), () => {
        die()
        answer(new Error('The node is gone'))
      })
    }
    client.query = dying as unknown as typeof client.query
  })

  return {
    db: database.db,
    isDead: () => isDead,
    /** For the calls of the platform. */
    fate(): Fate {
      if (++moment !== dieAt) return 'done'
      isDead = true
      return side === 'before' ? 'crash before' : 'crash after'
    },
    close: () => database.close(),
  }
}

function streamOf(client: pg.PoolClient): { destroy(): void } {
  return (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream
}
