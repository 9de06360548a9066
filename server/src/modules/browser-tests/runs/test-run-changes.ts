import type { Db } from '../../../platform/database/db.ts'
import { type Notifications, notify } from '../../../platform/database/listen.ts'

/** Between the nodes: `cancel ID` to the one that has the run, `ended ID` to those who wait for it, `waiting` to all with room. */
const CHANNEL = 'test_runs'

/** In the transaction of the change: other nodes learn of it with the commit. */
export const notifyOfCancel = (tx: Db, id: string) => notify(tx, CHANNEL, `cancel ${id}`)
export const notifyOfEnd = (tx: Db, id: string) => notify(tx, CHANNEL, `ended ${id}`)
/** A run waits and there is no room for it here. */
export const notifyOfWaiting = (db: Db) => notify(db, CHANNEL, 'waiting')

/** Calls once for every message that the run has ended; returns a function that ends the subscription. */
export function onEndOf(
  notifications: Pick<Notifications, 'on'>,
  id: string,
  listener: () => void,
): () => void {
  return notifications.on(CHANNEL, (message) => {
    if (message === `ended ${id}`) listener()
  })
}

/** What a node does that carries out runs. */
export function followTestRuns(
  notifications: Pick<Notifications, 'on'>,
  follow: { cancel(id: string): void; take(): void },
): void {
  notifications.on(CHANNEL, (message) => {
    if (message.startsWith('cancel ')) follow.cancel(message.slice('cancel '.length))
    else if (message === 'waiting') follow.take()
  })
}
