import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'

/** The request is what lets somebody decide; whether they are the one who started is for the callback to say. */
export async function decideSandboxConsent(
  { connectorSandbox }: Pick<Deps, 'connectorSandbox'>,
  _caller: Caller,
  { body }: InputOf<typeof operations.connectors.decide_sandbox>,
): Promise<AnswerOf<typeof operations.connectors.decide_sandbox>> {
  const redirect_url = connectorSandbox.decide(body.request, body.decision)
  if (redirect_url === null) throw refuse('invalid_consent_request')
  return { redirect_url }
}
