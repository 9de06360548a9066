import type { ConnectorDefinition, OAuth2 } from '@atrium/contract/connector-definition'
import type { OutboundHttp } from '../../../ports/outbound-http/port.ts'
import { readValue } from '../definitions/read-values.ts'

/** Anybody can write what stands in an address, so it takes no quotes, blanks or braces anywhere. */
const PLAIN = /^[\w.~:/@+=-]{1,500}$/

/**
 * What the service added to the address that it sent the person back to, as far as the connector asks for it. A value
 * that is a field too must be one that a person could have entered there.
 */
export function capturedFrom(
  { fields }: Pick<ConnectorDefinition, 'fields'>,
  { callback_captured = {} }: Pick<OAuth2, 'callback_captured'>,
  query: Readonly<Record<string, string>>,
  checkTarget: OutboundHttp['checkTarget'],
): Record<string, string> {
  const captured: Record<string, string> = {}
  for (const [name, parameter] of Object.entries(callback_captured)) {
    const sent = Object.hasOwn(query, parameter) ? query[parameter] : undefined
    if (sent === undefined || !PLAIN.test(sent)) continue
    const field = fields.find((one) => one.name === name)
    const read = field ? readValue(field, sent, checkTarget) : { value: sent }
    if (read && 'value' in read) captured[name] = read.value
  }
  return captured
}
