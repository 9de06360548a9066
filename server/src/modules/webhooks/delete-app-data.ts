import { on } from '../../platform/events.ts'
import type { BaseDeps } from '../../tenancy/index.ts'
import { webhookStore } from './store.ts'

/** A deleted app or agent notifies nobody any more, also not of what waited. */
export const deleteAppData = on<'app.deleted', BaseDeps>('app.deleted', 'webhooks.forget_app', {
  retry: [5, 60, 600],
  async run({ db, clock }, { app_id }) {
    await webhookStore(db).markDeletedOf(app_id, clock.now())
  },
})
