import type { Metrics } from '../../../platform/metrics.ts'
import { catalogue } from '../catalogue/index.ts'
import type { ConnectorCallRow } from '../tables.ts'

/** Counts a call. Connectors of workspaces are counted together: anybody may name them as they like. */
export type CountCall = (call: Pick<ConnectorCallRow, 'integration_type' | 'error_code'>) => void

export function createCallMetrics(metrics: Pick<Metrics, 'counter'>): CountCall {
  const calls = metrics.counter('atrium_connector_calls_total', 'Calls to connected services, by outcome', [
    'integration_type',
    'outcome',
  ])
  return ({ integration_type, error_code }) =>
    calls({
      integration_type: catalogue.has(integration_type) ? integration_type : 'custom',
      outcome: error_code ?? 'ok',
    })
}
