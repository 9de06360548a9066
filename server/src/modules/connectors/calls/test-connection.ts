import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import { ApiError } from '../../../platform/errors.ts'
import { valueAt } from '../../../platform/json-pointer.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { findUsableConnection } from './find-usable-connection.ts'
import { isOk } from './good-answer.ts'
import type { ReadAnswer } from './read-answer.ts'
import { readPage } from './read-page.ts'
import { recordCall } from './record-call.ts'
import { testRequestOf } from './test-request.ts'

type Tested = AnswerOf<typeof operations.connectors.test>

/** Sends the request that its connector names for it, as a call would, and changes nothing. */
export async function testConnection(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.connectors.test>,
): Promise<Tested> {
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const found = await findUsableConnection(deps, app, params.integration_type)
  const { definition, request } = testRequestOf(found.definition)
  const connection = { ...found, definition }
  const { method, path } = request
  const noted = { app_id: app.id, integration_type: params.integration_type, method, path }
  try {
    const answer = await recordCall(deps, caller, noted, async (tally) => {
      const { answer } = await readPage(deps, connection, request, tally)
      return { ...answer, ok: isOk(definition, answer) }
    })
    return presentTest(definition, answer)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'connection_not_active') throw error
    return { ok: false, status: null, message: error.message, account_name: null }
  }
}

const MAX_NAME = 200

/** What the answer to the test says. */
export function presentTest(definition: ConnectorDefinition, answer: ReadAnswer): Tested {
  const { status, body } = answer
  const ok = isOk(definition, answer) && status < 300
  const { account_name_at: at } = definition.test
  const name = ok && at !== undefined ? valueAt(body, at) : null
  return {
    ok,
    status,
    message: ok ? 'The connection works.' : messageOf(status),
    account_name: typeof name === 'string' && name !== '' ? name.slice(0, MAX_NAME) : null,
  }
}

function messageOf(status: number): string {
  if (status === 401) return 'The service does not let this connection in any more; connect it again.'
  if (status === 403)
    return 'The service let the connection in but not to this; connect again with more scopes.'
  if (status === 404)
    return 'The service knows no such account or address; check the values of the connection.'
  if (status === 429) return 'The service had too many calls of this connection; try again in a minute.'
  if (status >= 500) return 'The service has a fault of its own; try again later.'
  return 'The service refused the test; connect it again, or check the values of the connection.'
}
