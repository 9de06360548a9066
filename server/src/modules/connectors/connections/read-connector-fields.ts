import type { InputOf, operations } from '@atrium/contract'
import { MASKED } from '@atrium/contract/secrets'
import type { Caller } from '../../../tenancy/index.ts'
import { requireDefinition } from '../definitions/find-definition.ts'
import type { Deps } from '../deps.ts'
import { connectionStore } from './connection-store.ts'
import { presentField } from './present-field.ts'
import { savedValues } from './saved-values.ts'

export async function readConnectorFields(
  { db, access, secrets }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.connectors.fields>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const { fields } = await requireDefinition(db, app.workspace_id, params.integration_type)
  const connection = await connectionStore(db).find(app.id, params.integration_type)
  const saved = savedValues(secrets, connection)
  const shown = fields.flatMap(({ name, is_secret }) => {
    // A field that has become secret since is masked too.
    const value = saved.secrets[name] ?? saved.config[name]
    return value === undefined ? [] : [[name, is_secret || name in saved.secrets ? MASKED : value] as const]
  })
  return { fields: fields.map(presentField), connection_config: Object.fromEntries(shown) }
}
