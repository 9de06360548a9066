import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../tenancy/index.ts'
import { accessWebhook } from './access-webhook.ts'
import { readHeaders } from './delivery/response-headers.ts'
import { deliveryStore } from './delivery-store.ts'
import type { Deps } from './deps.ts'
import { headersAsSent } from './signing.ts'

type Input = InputOf<typeof operations.deliveries.read> | InputOf<typeof operations.app_deliveries.read>

/** All that is kept of a delivery. The headers of its requests follow from what it is and what each was signed with. */
export async function readDelivery(deps: Deps, caller: Caller, { params }: Input) {
  const { webhook } = await accessWebhook(deps, caller, params)
  const found = await deliveryStore(deps.db).getInDetail(webhook.id, webhook.epoch, params.delivery_id)
  const event = { id: found.event_id, deliveryId: found.id }
  const attempts = found.attempts.map(({ signatures, response_headers, ...attempt }) => ({
    ...attempt,
    request_headers:
      signatures === null
        ? null
        : Object.entries(headersAsSent(event, signatures, new Date(attempt.started_at))).map(
            ([name, value]) => ({ name, value }),
          ),
    response_headers: readHeaders(response_headers),
  }))
  return { ...found, attempts }
}
