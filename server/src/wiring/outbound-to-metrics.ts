import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { createOutboundHttp } from '../ports/outbound-http/guarded.ts'
import type { Config } from '../settings/config.ts'

/** The one way out, with a count of the calls that its guard refused. */
export function createCountedOutbound(config: Config, log: Log, metrics: Metrics) {
  const name = 'atrium_outbound_refusals_total'
  const refusals = metrics.counter(name, 'Calls that the address guard refused', [])
  return createOutboundHttp({
    allow: config.outbound_allow,
    caFile: config.outbound_ca_file,
    log,
    onRefused: () => refusals({}),
  })
}
