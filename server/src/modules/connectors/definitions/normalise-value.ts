import type { DefinedField } from '@atrium/contract/connector-definition'

/**
 * What was typed or pasted as its field wants it: `https://Acme.example.com/admin?x=1` becomes `acme.example.com`, or
 * `acme` where only that part is asked for. Null when it is an address that nobody should paste there. Doing it twice
 * changes nothing.
 */
export function normaliseValue({ kind, suffix }: DefinedField, typed: string): string | null {
  const value = trimmed(typed)
  switch (kind) {
    case 'host':
      return hostIn(value)
    case 'label': {
      const host = hostIn(value)
      return host && suffix ? withoutSuffix(host, suffix) : host
    }
    case 'choice':
      return value.toLowerCase()
    default:
      return value
  }
}

/** Spaces of every width, and what has none: copied texts bring both along. */
const BLANK = /^[\s\p{Cf}]$/u

function trimmed(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && BLANK.test(text.charAt(start))) start++
  while (start < end && BLANK.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

/** These are what an https address has anyway. */
const USUAL_PORTS = new Set(['', '443', '80'])

function hostIn(text: string): string | null {
  let rest = text
  for (let found = SCHEME.exec(rest); found; found = SCHEME.exec(rest)) {
    if (found[1] !== undefined && !/^https?:$/i.test(found[1])) return null
    rest = rest.slice(found[0].length)
  }
  // Browsers take a backslash for a slash.
  const [authority = ''] = rest.split(/[/\\?#]/, 1)
  if (authority.includes('@')) return null
  const [name = '', port = '', ...more] = authority.split(':')
  if (more.length > 0 || !USUAL_PORTS.has(port)) return null
  return withoutDots(name.toLowerCase())
}

const SCHEME = /^([a-z][a-z0-9+.-]{0,20}:)?\/\//i

function withoutDots(host: string): string {
  let name = trimmed(host)
  while (name.endsWith('.')) name = trimmed(name.slice(0, -1))
  return name
}

function withoutSuffix(host: string, suffix: string): string {
  let label = host
  while (label.endsWith(suffix)) label = withoutDots(label.slice(0, -suffix.length))
  return label
}
