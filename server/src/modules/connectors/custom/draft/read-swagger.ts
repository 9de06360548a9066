import type { ApiDescription, Server, SignIn } from './api-description.ts'
import { entriesOf, fieldOf, listOf, textOf } from './json-values.ts'
import { readFlow, readKey } from './read-openapi.ts'
import { readReads } from './read-reads.ts'
import { readRequirements } from './read-requirements.ts'

/** Swagger 2.0, before it was called OpenAPI. */
export function readSwagger(document: unknown): ApiDescription {
  const info = fieldOf(document, 'info')
  const schemes = entriesOf(fieldOf(document, 'securityDefinitions'))
  return {
    title: textOf(fieldOf(info, 'title')),
    about: textOf(fieldOf(info, 'description')),
    documentation: textOf(fieldOf(fieldOf(document, 'externalDocs'), 'url')),
    servers: [readServer(document)],
    schemes: new Map(schemes.map(([name, scheme]) => [name, readScheme(scheme)])),
    requirements: readRequirements(document),
    reads: readReads(document),
  }
}

/** Its parts stand apart; without a host it is the one that the description came from. */
function readServer(document: unknown): Server {
  const host = textOf(fieldOf(document, 'host'))
  const path = textOf(fieldOf(document, 'basePath'))
  const schemes = listOf(fieldOf(document, 'schemes'))
  const scheme = schemes.length > 0 && !schemes.includes('https') ? textOf(schemes[0]) : 'https'
  return { url: host === '' ? path : `${scheme}://${host}${path}`, variables: new Map() }
}

function readScheme(scheme: unknown): SignIn {
  const type = textOf(fieldOf(scheme, 'type'))
  if (type === 'basic') return { kind: 'basic' }
  if (type === 'apiKey') return readKey(scheme)
  if (type !== 'oauth2') return { kind: 'other', words: type || 'a scheme that cannot be read' }
  const flow = textOf(fieldOf(scheme, 'flow'))
  if (flow === 'accessCode') return { kind: 'consent', flow: readFlow(scheme) }
  if (flow === 'application') return { kind: 'client', flow: readFlow(scheme) }
  return { kind: 'other', words: `oauth2 ${flow}` }
}
