/** What a token is for, where the service says so only on request: asked once, when a person has approved. */
import { fillTemplate, type Values } from '../../platform/text/fill-template.ts'
import type { OutboundOutcome } from '../outbound-http/port.ts'
import { fillAddress, UnusableValue } from './fill-address.ts'
import { parseAnswer } from './parse-answer.ts'
import type { OAuth2, TokenOutcome, Tokens } from './port.ts'
import { readCaptured } from './read-captured.ts'
import type { Message } from './token-request.ts'

type Lookup = NonNullable<OAuth2['lookup']>

export function lookupMessage({ url, authorization }: Lookup, values: Values, accessToken: string): Message {
  const header = fillTemplate(authorization ?? 'Bearer {access_token}', {
    ...values,
    access_token: accessToken,
  })
  if (/\p{Cc}/u.test(header)) throw new UnusableValue('A value cannot be sent in the header authorization')
  return {
    method: 'GET',
    url: fillAddress(url, values).href,
    headers: { accept: 'application/json', authorization: header },
    body: null,
  }
}

/** The tokens with what was looked up. Without all of it calls would go nowhere, so then nothing is granted. */
export function withLookedUp({ captured }: Lookup, tokens: Tokens, outcome: OutboundOutcome): TokenOutcome {
  if (outcome.kind === 'failed') {
    return { kind: 'failed', message: outcome.message, isTimeout: outcome.error_type === 'timeout' }
  }
  const { status, body, truncated } = outcome
  const isGood = status >= 200 && status < 300 && !truncated
  const found = isGood ? readCaptured(parseAnswer(body.toString()), captured) : {}
  if (Object.keys(captured).some((name) => found[name] === undefined)) {
    const message = `The service let Atrium in but did not say what for (status ${status}); start again.`
    return { kind: 'failed', message, isTimeout: false }
  }
  return { kind: 'granted', tokens: { ...tokens, captured: { ...tokens.captured, ...found } } }
}
