import type { ApiDescription } from './api-description.ts'
import { entriesOf, fieldOf, listOf } from './json-values.ts'

/** What lets in, wherever an operation says nothing else: OpenAPI and Swagger have the same. */
export function readRequirements(document: unknown): ApiDescription['requirements'] {
  return listOf(fieldOf(document, 'security')).map(
    (one) => new Map(entriesOf(one).map(([scheme, scopes]) => [scheme, textsOf(scopes)])),
  )
}

function textsOf(value: unknown): string[] {
  return listOf(value).filter((one) => typeof one === 'string')
}
