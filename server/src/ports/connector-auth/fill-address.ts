/** Addresses of a service with people's values in them. A value fills its place and can change nothing around it. */
import { fillTemplate, placesOf, type Values } from '../../platform/text/fill-template.ts'

/** Returns the address; throws where a value is missing or would bend it. */
export function fillAddress(template: string, values: Values): URL {
  const [start = '', ...query] = template.split('?')
  const filled = fillTemplate(start, values)
  const url = URL.parse(filled)
  if (!url || BENT.test(filled) || url.username !== '' || url.password !== '' || !keepsHost(start, url)) {
    throw new UnusableValue('The values do not make an address of this service')
  }
  for (const [name, value] of new URLSearchParams(query.join('?'))) {
    url.searchParams.append(name, fillTemplate(value, values))
  }
  return url
}

/** A value cannot be sent where it is to stand. Its text is not in the message: it may be secret. */
export class UnusableValue extends Error {}

/** A query, a fragment, a blank, or a step upwards: none of them is a value's to bring. */
const BENT = /[?#\\\s]|\/\.{1,2}(\/|$)|%2e/i

/** What the template writes behind the last place of its host is how the host ends. */
function keepsHost(template: string, { host }: URL): boolean {
  const written = /^https?:\/\/([^/]*)/.exec(template)?.[1]
  if (written === undefined) return true
  const ending = placesOf(written).length > 0 ? written.slice(written.lastIndexOf('}') + 1) : written
  return host.endsWith(ending.toLowerCase())
}
