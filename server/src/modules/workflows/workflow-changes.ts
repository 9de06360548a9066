import type { Db } from '../../platform/database/db.ts'
import { type Notifications, notify } from '../../platform/database/listen.ts'
import type { EntityWorkflows } from './triggers/entity-workflows.ts'

/** Sent to all nodes, with the id of the app whose workflows changed. */
const CHANNEL = 'workflows'

interface Held {
  entityWorkflows: Pick<EntityWorkflows, 'invalidate'>
}

/** In the transaction of the change: other nodes learn of it with the commit. */
export async function notifyOfChange(tx: Db, appId: string): Promise<void> {
  await notify(tx, CHANNEL, appId)
}

/** After the commit: the node that made the change need not wait until it is notified. */
export function applyChange({ entityWorkflows }: Held, appId: string): void {
  entityWorkflows.invalidate(appId)
}

export function followChanges(notifications: Pick<Notifications, 'on' | 'onReconnect'>, held: Held): void {
  notifications.on(CHANNEL, (appId) => applyChange(held, appId))
  notifications.onReconnect(() => held.entityWorkflows.invalidate())
}
