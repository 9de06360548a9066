/** What the pages of a session may load from, by name; whether an address may be dialled is for the outbound guard. */

export interface HostRules {
  /** The origin of this installation that the address belongs to, such as `http://127.0.0.1:8787`; null for all others. */
  ownOrigin(scheme: 'http' | 'https', host: string, port: number): string | null
  isOwn(origin: string): boolean
  allows(host: string, port: number): boolean
}

export function createHostRules(hosts: readonly string[], ownOrigins: readonly string[]): HostRules {
  const own = new Set(ownOrigins.flatMap((text) => URL.parse(text)?.origin ?? []))
  const patterns = hosts.map((host) => host.toLowerCase())
  return {
    ownOrigin(scheme, host, port) {
      const origin = originOf(scheme, host, port)
      return origin !== null && own.has(origin) ? origin : null
    },
    isOwn: (origin) => own.has(origin),
    allows(host, port) {
      const name = host.toLowerCase().replace(/\.$/, '')
      return patterns.some((pattern) => matches(pattern, name) || matches(pattern, `${name}:${port}`))
    },
  }
}

/** As browsers write it: default ports left out, IPv6 in brackets. */
export function originOf(scheme: 'http' | 'https', host: string, port: number): string | null {
  const name = host.includes(':') ? `[${host}]` : host
  return URL.parse(`${scheme}://${name}:${port}/`)?.origin ?? null
}

function matches(pattern: string, host: string): boolean {
  if (pattern === '*' || pattern === host) return true
  return pattern.startsWith('*.') && host.endsWith(pattern.slice(1))
}
