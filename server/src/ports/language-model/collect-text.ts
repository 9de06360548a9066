import { ModelUnavailable, type ReplyPart, type TextResult } from './port.ts'

/** A reply as one text; the failure of one that broke off is thrown. */
export async function collectText(parts: AsyncIterable<ReplyPart>): Promise<TextResult> {
  let text = ''
  for await (const part of parts) {
    if (part.type === 'text') text += part.text
    if (part.type !== 'done') continue
    const { usage, finish, failure } = part
    if (finish !== 'error') return { text, usage, finish }
    const { reason = 'unreachable', message = 'The reply broke off.' } = failure ?? {}
    throw new ModelUnavailable(reason, message, usage)
  }
  throw new ModelUnavailable('unreachable', 'The reply had no end.')
}
