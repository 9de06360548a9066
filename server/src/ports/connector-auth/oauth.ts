import { MissingValue } from '../../platform/text/fill-template.ts'
import type { OutboundHttp, OutboundOutcome } from '../outbound-http/port.ts'
import { authorizationUrl } from './authorization-url.ts'
import { UnusableValue } from './fill-address.ts'
import { lookupMessage, withLookedUp } from './lookup.ts'
import type { ConnectorAuth } from './port.ts'
import { readTokenAnswer } from './read-token-answer.ts'
import { type Message, revocationMessage, secretsOf, secretsOfGrant, tokenMessage } from './token-request.ts'

/** No token is longer; what is sent beyond it is not waited for. */
const MOST_ANSWER_BYTES = 64 * 1024
const DEADLINE_MS = 15_000

/** Services that speak OAuth 2 over HTTP, each in its own way. */
export function oauthConnectorAuth(options: { outboundHttp: Pick<OutboundHttp, 'send'> }): ConnectorAuth {
  async function ask(make: () => Message, signal?: AbortSignal): Promise<OutboundOutcome> {
    try {
      return await options.outboundHttp.send({
        ...make(),
        deadlineMs: DEADLINE_MS,
        keepBody: MOST_ANSWER_BYTES,
        keepBodyWhen: 'always',
        ...(signal && { signal }),
      })
    } catch (error) {
      if (!(error instanceof MissingValue || error instanceof UnusableValue)) throw error
      const message = `${error.message}.`
      return { kind: 'failed', error_type: 'blocked_address', message, durationMs: 0, sent: false }
    }
  }

  return {
    authorizationUrl,
    async requestToken(request) {
      const outcome = await ask(() => tokenMessage(request), request.signal)
      if (outcome.kind === 'failed') {
        return { kind: 'failed', message: outcome.message, isTimeout: outcome.error_type === 'timeout' }
      }
      const { auth, client, grant, signal } = request
      const read = readTokenAnswer(auth, outcome, secretsOf(client, ...secretsOfGrant(grant)))
      const lookup = auth.mode === 'oauth2' && grant.kind === 'code' ? auth.lookup : undefined
      if (read.kind !== 'granted' || lookup === undefined) return read
      const { tokens } = read
      const values = { ...request.values, ...tokens.captured }
      const answer = await ask(() => lookupMessage(lookup, values, tokens.accessToken), signal)
      return withLookedUp(lookup, tokens, answer)
    },
    async revoke(request) {
      const { revocation_url: address } = request.auth
      if (address === undefined) return false
      const outcome = await ask(() => revocationMessage(address, request))
      return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300
    },
  }
}
