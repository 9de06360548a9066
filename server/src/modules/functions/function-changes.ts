import type { Db } from '../../platform/database/db.ts'
import { type Notifications, notify } from '../../platform/database/listen.ts'
import type { FunctionRuntime } from '../../ports/function-runtime/port.ts'
import type { EntityAutomations } from './automations/entity-automations.ts'

/** Sent to all nodes, with the app's id and the function's name, when a function of it or its secrets change. */
const CHANNEL = 'functions'

/** What nodes hold of functions: processes, and what records start. */
interface Held {
  functionRuntime: Pick<FunctionRuntime, 'retire'>
  entityAutomations: Pick<EntityAutomations, 'forget'>
}

/** In the transaction of the change: other nodes learn of it with the commit. */
export async function notifyOfChange(tx: Db, appId: string, name = ''): Promise<void> {
  await notify(tx, CHANNEL, `${appId} ${name}`)
}

/** After the commit: the node that made the change need not wait until it is notified. */
export function applyChange(
  { functionRuntime, entityAutomations }: Held,
  appId: string,
  name?: string,
): void {
  entityAutomations.forget(appId)
  functionRuntime.retire(appId, name)
}

export function followChanges(notifications: Pick<Notifications, 'on' | 'onReconnect'>, held: Held): void {
  notifications.on(CHANNEL, (payload) => {
    const [appId = '', name] = payload.split(' ')
    applyChange(held, appId, name || undefined)
  })
  notifications.onReconnect(() => held.entityAutomations.forget())
}
