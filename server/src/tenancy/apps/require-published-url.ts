import { invalid } from '../../platform/errors.ts'
import type { TenancyDeps } from '../base-deps.ts'

/**
 * Refuses an address that nobody outside could open: links of emails, tests and scans lead there. Addresses of this
 * server, and those that its operator opened, pass. // G845
 */
export function requirePublishedUrl(
  { outboundHttp, baseUrl }: Pick<TenancyDeps, 'outboundHttp' | 'baseUrl'>,
  text: string | null | undefined,
): void {
  if (typeof text !== 'string') return
  const url = URL.parse(text)
  if (!url) throw refused('The address must be a complete URL such as https://shop.example.com.')
  if (url.username !== '' || url.password !== '' || /^\w+:\/\/[^/?#]*@/.test(text))
    throw refused('The address must not contain a user name or password.')
  const own = new URL(baseUrl()).host
  if (url.host === own || url.host.endsWith(`.${own}`)) return
  // Scheme and port are the publisher's choice; where they lead is not.
  const checked = outboundHttp.checkTarget(`https://${url.hostname}/`)
  if (!checked.ok) throw refused(checked.message)
}

function refused(sentence: string) {
  return invalid(['body', 'published_url'], 'url_not_public', sentence)
}
