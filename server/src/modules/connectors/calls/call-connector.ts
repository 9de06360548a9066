import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import { invalid, refuse } from '../../../platform/errors.ts'
import { withDerived } from '../../../platform/text/fill-template.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { Tally, UsableConnection } from './carry-out-call.ts'
import { findUsableConnection } from './find-usable-connection.ts'
import { isOk } from './good-answer.ts'
import { type Collected, readItems } from './read-items.ts'
import { readPage } from './read-page.ts'
import { recordCall } from './record-call.ts'
import type { ServiceRequest } from './send-call.ts'
import { baseOf } from './service-address.ts'

const MAX_ITEMS = 1_000

export async function callConnector(
  deps: Deps,
  caller: Caller,
  { params, body, signal }: InputOf<typeof operations.connectors.call> & { signal?: AbortSignal },
): Promise<AnswerOf<typeof operations.connectors.call>> {
  const app = await findApp(deps, caller, params.app_id)
  const connection = await findUsableConnection(deps, app, params.integration_type)
  const { method = 'GET', path, query = {}, headers = {}, all_items = false, max_items = MAX_ITEMS } = body
  const request = { method, path, query, headers, body: body.body, ...(signal && { signal }) }
  const noted = { app_id: app.id, integration_type: params.integration_type, method, path, signal }
  return recordCall(deps, caller, noted, async (tally) => {
    const answer = all_items
      ? await readAll(deps, connection, request, max_items, tally)
      : { ...(await readPage(deps, connection, request, tally)).answer, has_more: false }
    return { ...answer, ok: isOk(connection.definition, answer) }
  })
}

/** As `access.app` for editors, but remembered as visits are: a call is to cost little more than its service does. */
async function findApp({ access }: Deps, caller: Caller, appId: string) {
  const app = await access.visit(caller, appId)
  if (app.user_role === 'visitor') throw refuse('app_not_found')
  if (app.user_role !== 'editor') throw refuse('editor_required')
  return app
}

async function readAll(
  deps: Deps,
  connection: UsableConnection,
  request: ServiceRequest,
  maxItems: number,
  tally: Tally,
): Promise<Collected> {
  const { definition, values } = connection
  const { paging } = definition.api
  if (!paging) {
    const why = 'It is not known how lists of this service go on; ask for each page by path and query'
    throw invalid(['body', 'all_items'], 'paging_unknown', why)
  }
  const base = baseOf(definition, withDerived(definition, values))
  return readItems(paging, base, request, maxItems, (page) => readPage(deps, connection, page, tally))
}
