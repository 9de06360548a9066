/** Judges headers of which each stands for itself. */
import { type HeaderIssue, shown } from './header-issue.ts'
import type { Tag } from './html-tags.ts'
import { policiesIn } from './judge-policy.ts'
import { isHtml, type Page } from './page.ts'
import { STRANGER } from './read-page.ts'

export function judgePlainHeaders(page: Page, tags: readonly Tag[]): HeaderIssue[] {
  return [
    ...judgeFrames(page),
    ...judgeSharing(page),
    ...judgeTypes(page),
    ...judgeReferrers(page, tags),
    ...judgeVersions(page),
  ]
}

function judgeFrames(page: Page): HeaderIssue[] {
  if (!isHtml(page)) return []
  const common = {
    penalty: -20,
    recommendation: 'Allow only the pages that are meant to show this one in a frame.',
    recommended_value: "frame-ancestors 'self'",
    cwe: ['CWE-1021'],
  }
  const ancestors = policiesIn(page.headers['content-security-policy']).flatMap(
    (policy) => /(?:^|;)\s*frame-ancestors\s+([^;]*)/i.exec(policy)?.[1]?.trim() ?? [],
  )
  if (ancestors.length > 0) {
    if (!ancestors.every(isForAll)) return []
    const current_value = shown(`frame-ancestors ${ancestors[0]}`)
    return [
      {
        ...common,
        rule_id: 'frames_by_anyone',
        header: 'Content-Security-Policy',
        issue: 'weak',
        title: 'Every site may show the page in a frame',
        description:
          'frame-ancestors allows all sites: one of them can lay the page invisibly under its own buttons.',
        current_value,
      },
    ]
  }
  const sent = page.headers['x-frame-options']
  if (sent === undefined) {
    return [
      {
        ...common,
        rule_id: 'frame_protection_missing',
        header: 'X-Frame-Options',
        issue: 'missing',
        title: 'Nothing says who may show the page in a frame',
        description:
          'Another site can lay the page invisibly under its own buttons, and let visitors click there.',
        current_value: null,
      },
    ]
  }
  const values = new Set(sent.split(',').map((one) => one.trim().toUpperCase()))
  if (values.size === 1 && (values.has('DENY') || values.has('SAMEORIGIN'))) return []
  return [
    {
      ...common,
      rule_id: 'frame_protection_invalid',
      header: 'X-Frame-Options',
      issue: 'invalid',
      title: 'Browsers ignore who may show the page in a frame',
      description:
        'X-Frame-Options has a value that browsers do not know, so that any site may show the page in a frame.',
      current_value: shown(sent),
    },
  ]
}

function isForAll(sources: string): boolean {
  return sources.split(/\s+/).some((one) => /^(?:\*|https?:(?:\/\/\*)?)$/i.test(one))
}

function judgeSharing({ headers }: Page): HeaderIssue[] {
  const origin = headers['access-control-allow-origin']?.trim()
  const withCredentials = headers['access-control-allow-credentials']?.trim().toLowerCase() === 'true'
  if (!withCredentials || (origin !== '*' && origin !== STRANGER && origin !== 'null')) return []
  return [
    {
      rule_id: 'cors_any_origin_with_credentials',
      header: 'Access-Control-Allow-Origin',
      issue: 'weak',
      penalty: -50,
      title: 'Every site may read what signed-in visitors see',
      description:
        'Any origin is allowed together with credentials: a page of somebody else can call this site in the name of its visitors and read the answers.',
      recommendation: 'Name the origins that are meant, or leave out Access-Control-Allow-Credentials.',
      current_value: origin === STRANGER ? 'the origin of the caller' : shown(origin),
      recommended_value: 'https://app.example.com',
      cwe: ['CWE-942'],
    },
  ]
}

function judgeTypes({ headers }: Page): HeaderIssue[] {
  const sent = headers['x-content-type-options']
  // Of several the first one counts.
  if (sent?.split(',')[0]?.trim().toLowerCase() === 'nosniff') return []
  return [
    {
      rule_id: sent === undefined ? 'nosniff_missing' : 'nosniff_invalid',
      header: 'X-Content-Type-Options',
      issue: sent === undefined ? 'missing' : 'invalid',
      penalty: -5,
      title: 'Browsers may guess types of files',
      description: 'A file that somebody uploads as a picture can be taken for a script or a page.',
      recommendation: 'Send the header with every answer.',
      current_value: shown(sent),
      recommended_value: 'nosniff',
      cwe: ['CWE-430'],
    },
  ]
}

const SAFE = new Set(['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'])
const UNSAFE = new Set(['unsafe-url', 'no-referrer-when-downgrade', 'origin', 'origin-when-cross-origin'])

function judgeReferrers(page: Page, tags: readonly Tag[]): HeaderIssue[] {
  if (!isHtml(page)) return []
  const meta = tags.find(
    ({ name, attributes }) => name === 'meta' && attributes.get('name')?.toLowerCase() === 'referrer',
  )
  const sent = meta?.attributes.get('content') ?? page.headers['referrer-policy']
  const words = (sent ?? '').split(',').map((one) => one.trim().toLowerCase())
  // Browsers take the last one that they know.
  const taken = words.findLast((word) => SAFE.has(word) || UNSAFE.has(word))
  if (taken !== undefined && SAFE.has(taken)) return []
  const common = {
    header: 'Referrer-Policy',
    current_value: shown(sent),
    recommended_value: 'strict-origin-when-cross-origin',
    recommendation: 'Let browsers tell other sites no more than the origin.',
    cwe: ['CWE-200'],
  }
  if (sent === undefined) {
    return [
      {
        ...common,
        rule_id: 'referrer_policy_missing',
        issue: 'missing',
        penalty: 0,
        title: 'Nothing says how much other sites learn of where visitors come from',
        description:
          'Older browsers tell other sites the whole address of the page, with what it holds of the visitor.',
      },
    ]
  }
  return [
    {
      ...common,
      rule_id: taken === undefined ? 'referrer_policy_invalid' : 'referrer_policy_unsafe',
      issue: taken === undefined ? 'invalid' : 'weak',
      penalty: -5,
      title: 'Other sites learn where visitors come from',
      description: 'Browsers tell other sites the address of the page, with what it holds of the visitor.',
    },
  ]
}

const RULE_OF = {
  server: 'server_version',
  'x-powered-by': 'powered_by_version',
  'x-aspnet-version': 'aspnet_version',
  'x-aspnetmvc-version': 'aspnetmvc_version',
  'x-generator': 'generator_version',
} as const
const TELLING = Object.keys(RULE_OF) as (keyof typeof RULE_OF)[]

function judgeVersions({ headers }: Page): HeaderIssue[] {
  return TELLING.filter((name) => hasVersion(headers[name])).map((name) => ({
    rule_id: RULE_OF[name],
    header: name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
    issue: 'exposes_information',
    penalty: -5,
    title: 'The version of the server can be read by everybody',
    description: 'Who looks for servers with a known fault finds this one by its version.',
    recommendation: 'Leave the version out, or the whole header.',
    current_value: shown(headers[name]),
    recommended_value: '',
    cwe: ['CWE-200'],
  }))
}

function hasVersion(value: string | undefined): boolean {
  return value !== undefined && /\d+\.\d+|[/ ]v?\d/.test(value)
}
