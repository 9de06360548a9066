/** Judges the cookies that a page sets. Their values are never looked at, nor shown. */
import { type HeaderIssue, shown } from './header-issue.ts'
import { isSecure, type Page } from './page.ts'

interface Cookie {
  name: string
  /** By lower-case name; empty for those without a value. */
  attributes: ReadonlyMap<string, string>
}

const SESSION = /sess|login|auth|jwt|token|remember|^(?:connect\.)?sid$|[._-]sid$|^sid[._-]/i
/** Scripts of the page must read these. */
const AGAINST_FORGERY = /csrf|xsrf/i
const NAMED_COOKIES = 5

export function judgeCookies(page: Page): HeaderIssue[] {
  const cookies = readCookies(page.headers['set-cookie'])
  const sessions = cookies.filter(isSession)
  const issues: HeaderIssue[] = []
  const insecure = isSecure(page) ? cookies.filter(({ attributes }) => !attributes.has('secure')) : []
  if (insecure.length > 0) {
    issues.push({
      ...about(insecure, 'Secure'),
      rule_id: 'cookie_without_secure',
      penalty: insecure.some(isSession) ? -40 : -20,
      title: 'A cookie is sent without TLS too',
      description:
        'A cookie lacks Secure, so that browsers also send it over plain http, where anybody on the way can read it.',
      recommendation: 'Set it with Secure.',
      cwe: ['CWE-614'],
    })
  }
  const readable = sessions.filter(({ attributes }) => !attributes.has('httponly'))
  if (readable.length > 0) {
    issues.push({
      ...about(readable, 'HttpOnly'),
      rule_id: 'cookie_without_httponly',
      penalty: -30,
      title: 'Scripts can read the cookie of a session',
      description:
        'A cookie that by its name is of a session lacks HttpOnly, so that one injected script takes the session over.',
      recommendation: 'Set it with HttpOnly.',
      cwe: ['CWE-1004'],
    })
  }
  const wrong = cookies.filter(hasWrongSameSite)
  if (wrong.length > 0) {
    issues.push({
      ...about(wrong, 'SameSite=Lax'),
      issue: 'invalid',
      rule_id: 'cookie_wrong_samesite',
      penalty: -20,
      title: 'A cookie says wrongly which sites may send it',
      description:
        'SameSite has a value that does not exist, or None without Secure: browsers treat the cookie in different ways.',
      recommendation: 'Set SameSite to Lax or Strict, or to None together with Secure.',
      cwe: ['CWE-1275'],
    })
  }
  const open = sessions.filter(({ attributes }) => !attributes.has('samesite'))
  if (open.length > 0) {
    issues.push({
      ...about(open, 'SameSite=Lax'),
      rule_id: 'cookie_without_samesite',
      penalty: -5,
      title: 'The cookie of a session does not say which sites may send it',
      description:
        'Without SameSite some browsers send the cookie along when another site calls this one, which forged requests need.',
      recommendation: 'Set SameSite to Lax or Strict.',
      cwe: ['CWE-1275'],
    })
  }
  return issues
}

function about(cookies: readonly Cookie[], wanted: string) {
  const written = cookies
    .slice(0, NAMED_COOKIES)
    .map(({ name, attributes }) =>
      [name, ...[...attributes].map(([key, value]) => (value === '' ? key : `${key}=${value}`))].join('; '),
    )
  return {
    header: 'Set-Cookie',
    issue: 'weak' as HeaderIssue['issue'],
    current_value: shown(written.join(', ')),
    recommended_value: `name=…; Path=/; ${[...new Set(['Secure', 'HttpOnly', 'SameSite=Lax', wanted])].join('; ')}`,
  }
}

function isSession({ name }: Cookie): boolean {
  return SESSION.test(name) && !AGAINST_FORGERY.test(name)
}

function hasWrongSameSite({ attributes }: Cookie): boolean {
  const value = attributes.get('samesite')?.toLowerCase()
  if (value === undefined || value === 'lax' || value === 'strict') return false
  return value !== 'none' || !attributes.has('secure')
}

const MOST_COOKIES = 100

/** Several come joined by commas, and dates in them have commas too. */
function readCookies(value: string | undefined): Cookie[] {
  return (
    (value ?? '')
      .split(/,\s*(?=[^\s;,=]+=)/)
      .filter((one) => one.trim() !== '')
      .slice(0, MOST_COOKIES)
      .map(readCookie)
      // One that is deleted protects nothing.
      .filter(({ attributes }) => attributes.get('max-age') !== '0' && !isPast(attributes.get('expires')))
  )
}

function readCookie(text: string): Cookie {
  const [pair = '', ...rest] = text.split(';')
  const attributes = rest.map((part): [string, string] => {
    const [key = '', value = ''] = part.split('=', 2)
    return [key.trim().toLowerCase(), value.trim()]
  })
  return {
    name: nameIn(pair),
    attributes: new Map(attributes.filter(([key]) => KNOWN.has(key))),
  }
}

/** A pair without `=` is a value without a name. */
function nameIn(pair: string): string {
  const at = pair.indexOf('=')
  return at === -1 ? '' : pair.slice(0, at).trim().slice(0, 100)
}

const KNOWN = new Set([
  'secure',
  'httponly',
  'samesite',
  'path',
  'domain',
  'max-age',
  'expires',
  'partitioned',
])

/** The date by which servers delete cookies. */
function isPast(expires: string | undefined): boolean {
  return expires !== undefined && /1970|-70 /.test(expires)
}
