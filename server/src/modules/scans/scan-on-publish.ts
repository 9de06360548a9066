import { transaction } from '../../platform/database/transaction.ts'
import { on } from '../../platform/events.ts'
import type { Deps } from './deps.ts'
import { requestScan } from './request-scan.ts'
import { settingsStore } from './settings-store.ts'

export const scanOnPublish = on<'app.published', Deps>('app.published', 'scans.scan', {
  retry: [5, 60, 600],
  async run(deps, { app_id }) {
    await transaction(deps.db, async (tx) => {
      const settings = await settingsStore(tx).find(app_id)
      if (settings?.on_publish) await requestScan(deps, tx, { app_id, started_by: 'publish' })
    })
  },
})
