import type { InputOf, operations } from '@atrium/contract'
import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import type { Caller } from '../../../tenancy/index.ts'
import { catalogue } from '../catalogue/index.ts'
import { clientStore } from '../clients/client-store.ts'
import { customConnectorStore } from '../custom/custom-connector-store.ts'
import type { Deps } from '../deps.ts'
import { presentField } from './present-field.ts'

type Shown = Omit<ConnectorDefinition, 'verified_on'>

export async function listAvailableConnectors(
  { db, access }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.connectors.available>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const [own, clients] = await Promise.all([
    customConnectorStore(db).list(app.workspace_id),
    clientStore(db).list(app.workspace_id),
  ])
  const withClient = new Set(['sandbox-oauth', ...clients.map(({ integration_type }) => integration_type)])
  // A type that the catalogue has got since means the catalogue's, everywhere.
  const others = own.map(({ definition }) => definition).filter((one) => !catalogue.has(one.integration_type))
  const all: Shown[] = [...catalogue.values(), ...others]
  return {
    integrations: all
      .filter((one) => isSought(one, query))
      .sort(byName)
      .map((one) => ({
        integration_type: one.integration_type,
        display_name: one.display_name,
        description: one.description,
        connection_config_fields: one.fields.map(presentField),
        secret_fields: one.fields.filter(({ is_secret }) => is_secret).map(({ name }) => name),
        category: one.category,
        icon: one.icon,
        auth_mode: one.auth.mode,
        scopes: one.scopes,
        documentation_url: one.documentation_url,
        registration_url: one.registration_url ?? null,
        is_own: !catalogue.has(one.integration_type),
        is_ready: one.auth.mode !== 'oauth2' || withClient.has(one.integration_type),
      })),
  }
}

function isSought(
  { integration_type, display_name, description, category }: Shown,
  query: { search?: string; category?: string },
): boolean {
  const words = query.search?.trim().toLowerCase() ?? ''
  const isNamed = [integration_type, display_name, description].some((text) =>
    text.toLowerCase().includes(words),
  )
  return isNamed && (query.category === undefined || query.category === category)
}

function byName(one: Shown, other: Shown): number {
  return (
    one.display_name.localeCompare(other.display_name, 'en') ||
    (one.integration_type < other.integration_type ? -1 : 1)
  )
}
