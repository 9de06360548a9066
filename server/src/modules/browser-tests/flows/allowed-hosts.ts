import { invalid } from '../../../platform/errors.ts'
import type { Deps } from '../deps.ts'

/**
 * Hosts that pages may load from, each once, or a 422 at the first that can never be reached. Names are looked up and
 * judged when a page asks for them, not here.
 */
export function requireHosts(
  { outboundHttp }: Pick<Deps, 'outboundHttp'>,
  hosts: readonly string[],
): string[] {
  for (const [at, host] of hosts.entries()) {
    const name = host.replace(/^\*\./, 'www.')
    const loc = ['body', 'allowed_hosts', at]
    if (name !== host && !host.slice(2).includes('.'))
      throw invalid(loc, 'host', 'Name a domain after “*.”, such as *.example.com')
    const checked = outboundHttp.checkTarget(`https://${name}/`)
    if (!checked.ok) throw invalid(loc, 'host', checked.message)
  }
  return [...new Set(hosts)]
}
