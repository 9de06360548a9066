import { isDeepStrictEqual } from 'node:util'
import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import { CustomDefinition } from '@atrium/contract/custom-connectors'
import { Clean } from 'typebox/value'

export type OwnDefinition = Omit<ConnectorDefinition, 'verified_on' | 'quirks'>

/** Without what the contract does not name, which nothing would read or check. */
export function onlyDescribed(definition: OwnDefinition): OwnDefinition {
  return Clean(CustomDefinition, structuredClone(definition)) as OwnDefinition
}

/**
 * Whether credentials got by the one could go elsewhere with the other, or be asked for by other words. What only
 * describes or paces may differ.
 */
export function leadsElsewhere(before: OwnDefinition, after: OwnDefinition): boolean {
  return !isDeepStrictEqual(whereItLeads(before), whereItLeads(after))
}

function whereItLeads({ auth, api, test, derived = {}, fields }: OwnDefinition) {
  const bounds = fields
    .map(({ name, kind = 'text', suffix = '', is_secret = false, validation_pattern }) => ({
      ...{ name, kind, suffix, is_secret, validation_pattern },
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  // Stored and sent ones are of different prototypes now and then, which the comparison would hold against them.
  return JSON.parse(JSON.stringify({ auth, bases: [api.base_url, test.base_url], derived, bounds }))
}
