import type { Db } from '../../../platform/database/db.ts'
import { type Notifications, notify } from '../../../platform/database/listen.ts'

/** Between the nodes: `ended ID` to those who wait for a turn, `waiting` to all with room. */
const CHANNEL = 'chats'

/** In the transaction of the change: other nodes learn of it with the commit. */
export const notifyOfChatEnd = (tx: Db, id: string) => notify(tx, CHANNEL, `ended ${id}`)
/** A turn waits and there is no room for it here. */
export const notifyOfWaitingChat = (db: Db) => notify(db, CHANNEL, 'waiting')

/** Returns a function that ends the subscription. */
export function onEndOfChat(
  notifications: Pick<Notifications, 'on'>,
  id: string,
  listener: () => void,
): () => void {
  return notifications.on(CHANNEL, (message) => {
    if (message === `ended ${id}`) listener()
  })
}

/** What a node does that carries out turns. */
export function followChats(notifications: Pick<Notifications, 'on'>, take: () => void): void {
  notifications.on(CHANNEL, (message) => {
    if (message === 'waiting') take()
  })
}
