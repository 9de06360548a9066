/** Judges the Content-Security-Policy of a page. */
import { CspEvaluator, DEFAULT_CHECKS } from 'csp_evaluator'
import { type Finding, Severity, Type } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { type HeaderIssue, shown } from './header-issue.ts'
import type { Tag } from './html-tags.ts'
import { isHtml, type Page } from './page.ts'

const HEADER = 'Content-Security-Policy'
const GOOD =
  "default-src 'self'; script-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'self'; upgrade-insecure-requests"
const HOW =
  'Send the header, or put the policy into a meta tag at the beginning of the page where the host sends no headers of its own.'
const MOST_POLICIES = 10

type Weakness = keyof typeof WEAKNESSES

const WEAKNESSES = {
  csp_without_scripts: {
    penalty: -20,
    title: 'The content security policy does not limit scripts',
    description:
      'It names neither script-src nor default-src, so that injected scripts run as if there were no policy.',
  },
  csp_unsafe_inline: {
    penalty: -20,
    title: 'The content security policy allows scripts in the page',
    description:
      "It has 'unsafe-inline' for scripts, so that text which somebody brings into the page can run as a script.",
  },
  csp_any_source: {
    penalty: -20,
    title: 'The content security policy allows scripts from anywhere',
    description:
      'A wildcard or a whole scheme is allowed for scripts, so that injected tags can load scripts of an attacker.',
  },
  csp_insecure_source: {
    penalty: -20,
    title: 'The content security policy allows what comes without TLS',
    description:
      'A source begins with http:, so that somebody on the way can replace what the page loads from there.',
  },
  csp_bypass_host: {
    penalty: -10,
    title: 'The content security policy trusts a host that serves scripts of others',
    description:
      'A host that is allowed for scripts is known to return what the caller asks it to, by which the policy can be bypassed.',
  },
  csp_unsafe_eval: {
    penalty: -10,
    title: 'The content security policy allows text to be run as code',
    description: "It has 'unsafe-eval' for scripts, so that text which reaches eval and the like runs.",
  },
  csp_invalid: {
    penalty: -10,
    title: 'The content security policy has words that browsers ignore',
    description:
      'A keyword without quotes, a forgotten semicolon or a directive that does not exist: the policy does less than it seems to.',
  },
} as const

/** Where http: matters: not for pictures. */
const ACTIVE = new Set([
  'script-src',
  'style-src',
  'default-src',
  'object-src',
  'frame-src',
  'child-src',
  'connect-src',
  'worker-src',
])

export function judgePolicy(page: Page, tags: readonly Tag[]): HeaderIssue[] {
  if (!isHtml(page)) return []
  const sent = page.headers['content-security-policy']
  const policies = [...policiesIn(sent), ...tags.flatMap(policiesOfTag)].slice(0, MOST_POLICIES)
  if (policies.length === 0) return [missing(page)]
  // Several hold all at once, so what one of them forbids is forbidden.
  const weaknesses = policies.map(weaknessesOf)
  const shared = (Object.keys(WEAKNESSES) as Weakness[]).filter((kind) =>
    weaknesses.every((found) => found.has(kind)),
  )
  return shared.map((kind) => ({
    ...WEAKNESSES[kind],
    rule_id: kind,
    header: HEADER,
    issue: kind === 'csp_invalid' ? 'invalid' : 'weak',
    confidence: kind === 'csp_invalid' || kind === 'csp_bypass_host' ? 'medium' : 'high',
    recommendation: `Name only the sources that the page needs. ${HOW}`,
    current_value: shown(policies.join(', ')),
    recommended_value: GOOD,
    cwe: ['CWE-79'],
  }))
}

function missing({ headers }: Page): HeaderIssue {
  const isOnlyReported = headers['content-security-policy-report-only'] !== undefined
  return {
    rule_id: 'csp_missing',
    header: HEADER,
    issue: 'missing',
    penalty: -25,
    title: 'There is no content security policy',
    description: `Text that somebody brings into the page can run as a script, and nothing limits where it sends what it finds.${
      isOnlyReported ? ' The policy that is there only reports.' : ''
    }`,
    recommendation: HOW,
    current_value: shown(headers['content-security-policy-report-only']),
    recommended_value: GOOD,
    cwe: ['CWE-79'],
  }
}

export function policiesIn(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
}

function policiesOfTag({ name, attributes }: Tag): string[] {
  const isPolicy =
    name === 'meta' && attributes.get('http-equiv')?.toLowerCase() === 'content-security-policy'
  return isPolicy ? policiesIn(attributes.get('content')) : []
}

function weaknessesOf(policy: string): ReadonlySet<Weakness> {
  const { csp } = new CspParser(policy)
  const directives = Object.keys(csp.directives)
  const forScripts = ['script-src', 'default-src'].find((name) => directives.includes(name))
  if (forScripts === undefined) return new Set(['csp_without_scripts'])
  const found = DEFAULT_CHECKS.flatMap((check) => {
    try {
      return new CspEvaluator(csp).evaluate(undefined, [check]).map((one) => weaknessOf(one, forScripts))
    } catch {
      // The library throws on a source that is no host, which browsers ignore.
      return ['csp_invalid' as const]
    }
  })
  return new Set(found.filter((one) => one !== null))
}

function weaknessOf({ type, severity, directive }: Finding, forScripts: string): Weakness | null {
  if (type === Type.INVALID_KEYWORD || type === Type.MISSING_SEMICOLON || type === Type.UNKNOWN_DIRECTIVE)
    return 'csp_invalid'
  if (type === Type.SRC_HTTP) return ACTIVE.has(directive) ? 'csp_insecure_source' : null
  if (directive !== forScripts) return null
  if (type === Type.SCRIPT_UNSAFE_INLINE) return 'csp_unsafe_inline'
  if (type === Type.SCRIPT_UNSAFE_EVAL) return 'csp_unsafe_eval'
  if (type === Type.PLAIN_URL_SCHEMES || type === Type.PLAIN_WILDCARD) return 'csp_any_source'
  return type === Type.SCRIPT_ALLOWLIST_BYPASS && severity === Severity.HIGH ? 'csp_bypass_host' : null
}
