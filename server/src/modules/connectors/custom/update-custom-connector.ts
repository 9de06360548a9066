import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { invalid, refuse } from '../../../platform/errors.ts'
import { type Caller, requireWholeWorkspace } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { leadsElsewhere, onlyDescribed } from './connector-rules.ts'
import { customConnectorStore } from './custom-connector-store.ts'
import { presentConnector } from './present-connector.ts'
import { requireSound } from './require-sound.ts'
import { usageStore } from './usage-store.ts'

export async function updateCustomConnector(
  { db, clock, access, audit, connectorHttp }: Deps,
  caller: Caller,
  { params, query, body }: InputOf<typeof operations.custom_connectors.update>,
): Promise<AnswerOf<typeof operations.custom_connectors.update>> {
  const workspace = await access.workspace(caller, query.workspaceId, 'admin')
  requireWholeWorkspace(caller)
  const { integration_type } = params
  const definition = onlyDescribed(body)
  if (!(await customConnectorStore(db).find(workspace.id, integration_type)))
    throw refuse('integration_not_found')
  if (definition.integration_type !== integration_type)
    throw invalid(['body', 'integration_type'], 'value_error', `The type stays: '${integration_type}'`)
  requireSound(connectorHttp(''), definition)
  const now = clock.now()
  return transaction(db, async (tx) => {
    const store = customConnectorStore(tx)
    const row = await store.hold(workspace.id, integration_type, 'change')
    if (!row) throw refuse('integration_not_found')
    const leadsAway = leadsElsewhere(row.definition, definition)
    if (leadsAway) {
      // Tokens and keys of other people, and the client secret, must not go to a place that they were not given for.
      const usage = usageStore(tx, workspace.id, integration_type)
      if (await usage.hasSecrets()) throw refuse('connector_in_use', { message: IN_USE })
      await usage.endAttempts('The connector was changed; connect again.')
    }
    await store.replace(row.id, definition, now)
    await audit.record(tx, caller, {
      workspace_id: workspace.id,
      action: 'custom_connectors.update',
      target_type: 'connector',
      target_id: integration_type,
      detail: { leads_elsewhere: leadsAway },
    })
    const stored = await store.findCounted(workspace.id, integration_type)
    if (!stored) throw refuse('integration_not_found')
    return presentConnector(stored)
  })
}

const IN_USE =
  'Credentials were given for the addresses of this connector: remove its connections and its client before you change auth, derived, api.base_url or what its fields take, or add a connector of another type.'
