import type { OutboundHttp } from '../../ports/outbound-http/port.ts'
import type { BaseDeps } from '../../tenancy/index.ts'
import type { Deliveries } from './delivery/deliveries.ts'

/** What webhooks need in addition to what all modules get. */
export interface Deps extends BaseDeps {
  outboundHttp: OutboundHttp
  deliveries: Deliveries
}
