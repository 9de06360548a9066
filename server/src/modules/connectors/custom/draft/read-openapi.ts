import type { ApiDescription, Flow, Server, SignIn, Variable } from './api-description.ts'
import { entriesOf, fieldOf, listOf, resolved, textOf } from './json-values.ts'
import { readReads } from './read-reads.ts'
import { readRequirements } from './read-requirements.ts'

/** OpenAPI 3.0 and 3.1. */
export function readOpenapi(document: unknown): ApiDescription {
  const info = fieldOf(document, 'info')
  const schemes = entriesOf(fieldOf(fieldOf(document, 'components'), 'securitySchemes'))
  return {
    title: textOf(fieldOf(info, 'title')),
    about: textOf(fieldOf(info, 'summary')) || textOf(fieldOf(info, 'description')),
    documentation: textOf(fieldOf(fieldOf(document, 'externalDocs'), 'url')),
    servers: listOf(fieldOf(document, 'servers')).map(readServer),
    schemes: new Map(schemes.map(([name, scheme]) => [name, readScheme(resolved(document, scheme))])),
    requirements: readRequirements(document),
    reads: readReads(document),
  }
}

function readServer(server: unknown): Server {
  const variables = entriesOf(fieldOf(server, 'variables'))
  return {
    url: textOf(fieldOf(server, 'url')),
    variables: new Map(variables.map(([name, variable]) => [name, readVariable(variable)])),
  }
}

function readVariable(variable: unknown): Variable {
  return {
    fallback: textOf(fieldOf(variable, 'default')),
    values: listOf(fieldOf(variable, 'enum')).filter((value) => typeof value === 'string'),
    about: textOf(fieldOf(variable, 'description')),
  }
}

function readScheme(scheme: unknown): SignIn {
  const type = textOf(fieldOf(scheme, 'type'))
  if (type === 'oauth2') return readFlows(fieldOf(scheme, 'flows'))
  if (type === 'http') return readHttp(textOf(fieldOf(scheme, 'scheme')).toLowerCase())
  if (type === 'apiKey') return readKey(scheme)
  return { kind: 'other', words: type || 'a scheme that cannot be read' }
}

function readFlows(flows: unknown): SignIn {
  const [consent, client] = ['authorizationCode', 'clientCredentials'].map((name) => fieldOf(flows, name))
  if (consent !== undefined) return { kind: 'consent', flow: readFlow(consent) }
  if (client !== undefined) return { kind: 'client', flow: readFlow(client) }
  return { kind: 'other', words: 'oauth2 without a code or client credentials' }
}

function readHttp(scheme: string): SignIn {
  if (scheme === 'bearer' || scheme === 'basic') return { kind: scheme }
  return { kind: 'other', words: `http ${scheme}` }
}

/** As Swagger 2.0 has it too. */
export function readKey(scheme: unknown): SignIn {
  const [place, name, about] = ['in', 'name', 'description'].map((field) => textOf(fieldOf(scheme, field)))
  if (place !== 'header' && place !== 'query') return { kind: 'other', words: `apiKey in ${place}` }
  return { kind: 'key', place, name: name ?? '', about: about ?? '' }
}

/** As Swagger 2.0 has it too. */
export function readFlow(flow: unknown): Flow {
  return {
    authorization_url: textOf(fieldOf(flow, 'authorizationUrl')),
    token_url: textOf(fieldOf(flow, 'tokenUrl')),
    refresh_url: textOf(fieldOf(flow, 'refreshUrl')),
    scopes: entriesOf(fieldOf(flow, 'scopes')).map(([name, about]) => [name, textOf(about)] as const),
  }
}
