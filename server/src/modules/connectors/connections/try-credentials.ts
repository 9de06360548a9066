import { refuse } from '../../../platform/errors.ts'
import { valueAt } from '../../../platform/json-pointer.ts'
import { oneLine } from '../../../platform/text/one-line.ts'
import { isOk } from '../calls/good-answer.ts'
import { maskOf } from '../calls/mask-secrets.ts'
import { readAnswer } from '../calls/read-answer.ts'
import { type Connected, sendCall } from '../calls/send-call.ts'
import { testRequestOf } from '../calls/test-request.ts'
import type { Deps } from '../deps.ts'

/** Whose account it is, as far as the service says. */
export interface Account {
  name: string | null
  email: string | null
}

export const NO_ACCOUNT: Account = { name: null, email: null }

/** `isRefused`: the service did not let us in. */
export interface Tried {
  isRefused: boolean
  account: Account
}

const DEADLINE_MS = 10_000

/** Sends the request that the connector names for it, once. Throws `connector_call_failed` when no good answer comes. */
export async function tryCredentials(
  deps: Pick<Deps, 'connectorHttp'>,
  connected: Connected,
): Promise<Tried> {
  const { definition, request } = testRequestOf(connected.definition)
  const { account_name_at, account_email_at } = definition.test
  const signal = AbortSignal.timeout(DEADLINE_MS)
  const answer = await sendCall(deps, { ...connected, definition }, request, signal)
  const { status } = answer
  if (status >= 500) {
    throw refuse('connector_call_failed', { message: `The service answered the test with status ${status}.` })
  }
  const { answer: read } = readAnswer(answer, maskOf(connected.credentials, []))
  if (status === 401 || status === 403 || (status < 300 && !isOk(definition, read))) {
    return { isRefused: true, account: NO_ACCOUNT }
  }
  const text = (at: string | undefined) => {
    const found = at === undefined ? undefined : valueAt(read.body, at)
    return typeof found === 'string' ? oneLine(found, 200) || null : null
  }
  const email = text(account_email_at)
  return { isRefused: false, account: { name: text(account_name_at), email } }
}
