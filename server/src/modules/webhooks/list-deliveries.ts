import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../platform/paging.ts'
import type { Caller } from '../../tenancy/index.ts'
import { accessWebhook } from './access-webhook.ts'
import { deliveryStore } from './delivery-store.ts'
import type { Deps } from './deps.ts'

type Input = InputOf<typeof operations.deliveries.list> | InputOf<typeof operations.app_deliveries.list>

export async function listDeliveries(deps: Deps, caller: Caller, { params, query }: Input) {
  const { webhook } = await accessWebhook(deps, caller, params)
  const { limit = 50, cursor, status, event_type, search } = query
  const list = `deliveries.list ${webhook.id} ${JSON.stringify([status, event_type, search])}`
  const [before] = deps.cursors.read(list, cursor) ?? []
  const store = deliveryStore(deps.db)
  const filter = { webhook_id: webhook.id, epoch: webhook.epoch, status, event_type, search }
  const [rows, counts] = await Promise.all([
    store.list(filter, before === undefined ? null : Number(before), limit + 1),
    store.counts(webhook.id, webhook.epoch),
  ])
  const page = pageOf(rows, limit, (row) => deps.cursors.write(list, [row.seq]))
  return { ...page, counts }
}
