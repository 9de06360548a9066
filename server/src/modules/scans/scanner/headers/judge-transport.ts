/** Judges whether everything comes with TLS. */
import { isIP } from 'node:net'
import { type HeaderIssue, shown } from './header-issue.ts'
import type { Tag } from './html-tags.ts'
import { policiesIn } from './judge-policy.ts'
import { isHtml, isSecure, type Page } from './page.ts'

const HALF_A_YEAR = 15_768_000
const HSTS = 'Strict-Transport-Security'
const GOOD = 'max-age=31536000; includeSubDomains'

export function judgeTransport(page: Page, tags: readonly Tag[]): HeaderIssue[] {
  const issues = isSecure(page) ? [...judgeHsts(page), ...judgeMixed(page, tags)] : []
  if (page.leadsToPlain !== null) issues.push(plain('redirects_to_http', page.leadsToPlain))
  else if (!isSecure(page) && !isLocal(page)) issues.push(plain('published_without_tls', page.url))
  return issues
}

export function plain(rule_id: 'redirects_to_http' | 'published_without_tls', url: string): HeaderIssue {
  return {
    rule_id,
    header: 'Location',
    issue: 'weak',
    penalty: -20,
    title:
      rule_id === 'redirects_to_http'
        ? 'The site leads visitors away from TLS'
        : 'The site is published without TLS',
    description: 'Anybody between the visitor and the server can read and change what is sent.',
    recommendation: 'Serve the site at https, and lead visitors of http there.',
    current_value: shown(url),
    recommended_value: shown(url.replace(/^http:/, 'https:')) ?? '',
    cwe: ['CWE-319'],
  }
}

function judgeHsts(page: Page): HeaderIssue[] {
  // The proxy that ends TLS sends it, and browsers take it from names only.
  if (page.isOwn || isIP(hostOf(page)) !== 0) return []
  const sent = page.headers['strict-transport-security']
  const common = {
    header: HSTS,
    recommendation:
      'Let browsers use https only for at least half a year, once all of the site is served by it.',
    current_value: shown(sent),
    recommended_value: GOOD,
    cwe: ['CWE-319'],
  }
  if (sent === undefined) {
    return [
      {
        ...common,
        rule_id: 'hsts_missing',
        issue: 'missing',
        penalty: -20,
        title: 'Browsers are not asked to come with TLS only',
        description:
          'The first request of a visitor may go over plain http, where somebody on the way can take it over.',
      },
    ]
  }
  // Of several the first one counts.
  const seconds = /^[^,]*?(?:^|;)\s*max-age\s*=\s*"?(\d{1,15})"?\s*(?:;|,|$)/i.exec(sent)?.[1]
  if (seconds === undefined) {
    return [
      {
        ...common,
        rule_id: 'hsts_invalid',
        issue: 'invalid',
        penalty: -20,
        title: 'Browsers cannot read for how long to come with TLS only',
        description: 'The header has no max-age that is a number, so that browsers ignore it.',
      },
    ]
  }
  if (Number(seconds) >= HALF_A_YEAR) return []
  return [
    {
      ...common,
      rule_id: 'hsts_short',
      issue: 'weak',
      penalty: -10,
      title: 'Browsers are asked only for a short time to come with TLS',
      description: 'A visitor who comes back later than that may be met on plain http again.',
    },
  ]
}

/** By tag, the attribute that loads something; what can run or be filled in weighs more than pictures. */
const LOADS: Readonly<Record<string, { attribute: string; isActive: boolean }>> = {
  script: { attribute: 'src', isActive: true },
  iframe: { attribute: 'src', isActive: true },
  object: { attribute: 'data', isActive: true },
  embed: { attribute: 'src', isActive: true },
  form: { attribute: 'action', isActive: true },
  link: { attribute: 'href', isActive: true },
  img: { attribute: 'src', isActive: false },
  audio: { attribute: 'src', isActive: false },
  video: { attribute: 'src', isActive: false },
  source: { attribute: 'src', isActive: false },
}
const LOADED_LINKS = /stylesheet|preload|modulepreload|manifest|icon/i

function judgeMixed(page: Page, tags: readonly Tag[]): HeaderIssue[] {
  if (!isHtml(page) || upgrades(page, tags)) return []
  const loaded = tags.flatMap(({ name, attributes }) => {
    const load = LOADS[name]
    if (!load || (name === 'link' && !LOADED_LINKS.test(attributes.get('rel') ?? ''))) return []
    const url = attributes.get(load.attribute)?.trim() ?? ''
    return /^http:\/\//i.test(url) ? [{ url, isActive: load.isActive }] : []
  })
  const first = loaded.find(({ isActive }) => isActive) ?? loaded[0]
  if (!first) return []
  return [
    {
      rule_id: 'mixed_content',
      header: 'Content-Security-Policy',
      issue: 'weak',
      penalty: first.isActive ? -20 : -5,
      title: 'The page loads parts of it without TLS',
      description: `${loaded.length} of what the page loads or sends to begin with http:. Somebody on the way can replace it, and browsers refuse some of it.`,
      recommendation: 'Load it with https, or let the policy ask browsers to.',
      current_value: shown(first.url.replace(/[?#].*$/s, '')),
      recommended_value: 'upgrade-insecure-requests',
      cwe: ['CWE-319'],
    },
  ]
}

function upgrades({ headers }: Page, tags: readonly Tag[]): boolean {
  const metas = tags.filter(
    ({ name, attributes }) =>
      name === 'meta' && /^content-security-policy$/i.test(attributes.get('http-equiv') ?? ''),
  )
  const policies = [
    ...policiesIn(headers['content-security-policy']),
    ...metas.map(({ attributes }) => attributes.get('content') ?? ''),
  ]
  return policies.some((policy) =>
    /(?:^|;)\s*(?:upgrade-insecure-requests|block-all-mixed-content)\b/i.test(policy),
  )
}

function hostOf({ url }: Page): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '')
}

/** On a machine or network of one's own there is nobody on the way. */
function isLocal(page: Page): boolean {
  const host = hostOf(page)
  return isIP(host) !== 0 || !host.includes('.') || /\.(?:localhost|local|internal|test)$/.test(host)
}
