import type { Db } from '../../platform/database/db.ts'
import { type Notifications, notify } from '../../platform/database/listen.ts'
import type { FunctionRuntime } from '../../ports/function-runtime/port.ts'
import type { EntityAutomations } from './automations/entity-automations.ts'
import type { ActiveFunctions } from './deployments/active-functions.ts'

/** Sent to all nodes, with the app's id and the function's name, when a function of it or its secrets change. */
const CHANNEL = 'functions'

/** What nodes hold of functions: which deployments are active, processes, and what records start. */
interface Held {
  activeFunctions: Pick<ActiveFunctions, 'invalidate'>
  functionRuntime: Pick<FunctionRuntime, 'retire'>
  entityAutomations: Pick<EntityAutomations, 'invalidate'>
}

/** In the transaction of the change: other nodes learn of it with the commit. */
export async function notifyOfChange(tx: Db, appId: string, name = ''): Promise<void> {
  await notify(tx, CHANNEL, `${appId} ${name}`)
}

/** After the commit: the node that made the change need not wait until it is notified. */
export function applyChange(
  { activeFunctions, functionRuntime, entityAutomations }: Held,
  appId: string,
  name?: string,
): void {
  activeFunctions.invalidate(appId)
  entityAutomations.invalidate(appId)
  functionRuntime.retire(appId, name)
}

export function followChanges(notifications: Pick<Notifications, 'on' | 'onReconnect'>, held: Held): void {
  notifications.on(CHANNEL, (payload) => {
    const [appId = '', name] = payload.split(' ')
    applyChange(held, appId, name || undefined)
  })
  notifications.onReconnect(() => {
    held.activeFunctions.invalidate()
    held.entityAutomations.invalidate()
  })
}
