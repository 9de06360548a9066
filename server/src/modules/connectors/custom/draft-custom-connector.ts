import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import { invalid, refuse, type ValidationRow } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { catalogue } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import type { ApiDescription } from './draft/api-description.ts'
import { draftDefinition } from './draft/draft-definition.ts'
import { fieldOf, textOf } from './draft/json-values.ts'
import { readOpenapi } from './draft/read-openapi.ts'
import { readSwagger } from './draft/read-swagger.ts'
import { definitionFaults } from './require-sound.ts'

type Drafted = AnswerOf<typeof operations.custom_connectors.draft>

export async function draftCustomConnector(
  { connectorHttp }: Pick<Deps, 'connectorHttp'>,
  _caller: Caller,
  { body }: InputOf<typeof operations.custom_connectors.draft>,
): Promise<Drafted> {
  const drafted = draftDefinition(readDescription(body.openapi), (type) => catalogue.has(type))
  const faults = definitionFaults(connectorHttp(''), drafted.definition)
  if (faults.length > 0) throw refuse('validation_error', { detail: faults.map(inDescription) })
  return drafted
}

function readDescription(document: Record<string, unknown>): ApiDescription {
  const read = readerOf(document)
  if (!read) {
    const help = 'Send an OpenAPI 3.0 or 3.1, or a Swagger 2.0 description'
    throw invalid(['body', 'openapi', 'openapi'], 'openapi_version', help)
  }
  const api = read(document)
  if (!/[\p{L}\p{N}]/u.test(api.title))
    throw invalid(['body', 'openapi', 'info', 'title'], 'openapi_title', 'The description needs a title')
  return api
}

function readerOf(document: Record<string, unknown>): typeof readOpenapi | null {
  if (/^3\.[01](\.|$)/.test(textOf(fieldOf(document, 'openapi')))) return readOpenapi
  // Written as a number now and then.
  return String(fieldOf(document, 'swagger')) === '2.0' || fieldOf(document, 'swagger') === 2
    ? readSwagger
    : null
}

/** What is wrong with the draft stands in the part of the description that it was made from. */
function inDescription({ loc, msg, type }: ValidationRow): ValidationRow {
  const [, part = '', field = ''] = loc
  const place = part === 'api' ? ['servers'] : part === 'auth' ? ['components', 'securitySchemes'] : []
  return { loc: ['body', 'openapi', ...place], msg: `${[part, field].join('.')} of the draft: ${msg}`, type }
}
