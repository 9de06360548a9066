import type { Db } from '../../../platform/database/db.ts'
import { notify } from '../../../platform/database/listen.ts'

/** Between the nodes: `cancel ID` to the one that has the session, `changed ID` to those who follow it, `waiting` to all with room. */
export const SESSIONS_CHANNEL = 'coding_sessions'

/** In the transaction of the change: other nodes learn of it with the commit. */
export const notifyOfChange = (tx: Db, id: string) => notify(tx, SESSIONS_CHANNEL, `changed ${id}`)
export const notifyOfCancel = (tx: Db, id: string) => notify(tx, SESSIONS_CHANNEL, `cancel ${id}`)
/** A session waits and there is no room for it here. */
export const notifyOfWaiting = (db: Db) => notify(db, SESSIONS_CHANNEL, 'waiting')
