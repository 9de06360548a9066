import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import type { ServiceRequest } from './send-call.ts'

/** The request that shows whether a connection works, and the definition that leads to where it goes. */
export function testRequestOf(definition: ConnectorDefinition): {
  definition: ConnectorDefinition
  request: ServiceRequest
} {
  const { api, test } = definition
  const { method, path, body, base_url = api.base_url } = test
  return {
    definition: { ...definition, api: { ...api, base_url } },
    request: { method, path, query: {}, headers: {}, body },
  }
}
