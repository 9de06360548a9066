import type { FindingOf } from '@atrium/contract/scan-findings'
import { fingerprintOf } from '../fingerprint.ts'
import { type HeaderIssue, severityOf, shown } from './header-issue.ts'
import { tagsOf } from './html-tags.ts'
import { judgeCookies } from './judge-cookies.ts'
import { judgePlainHeaders } from './judge-plain-headers.ts'
import { judgePolicy } from './judge-policy.ts'
import { judgeTransport } from './judge-transport.ts'
import { isHtml, type Page } from './page.ts'

/** What could be better about the headers of a page, the worst first. */
export function judgeHeaders(page: Page): FindingOf<'header_recommendations'>[] {
  const tags = isHtml(page) ? tagsOf(page.body) : []
  const issues = [
    ...judgePolicy(page, tags),
    ...judgeTransport(page, tags),
    ...judgeCookies(page),
    ...judgePlainHeaders(page, tags),
  ]
  return issues.sort((a, b) => a.penalty - b.penalty).map((issue) => findingOf(issue, page.url))
}

export function findingOf({ penalty, confidence = 'high', ...issue }: HeaderIssue, url: string) {
  const { rule_id, header } = issue
  return {
    ...issue,
    fingerprint: fingerprintOf('header_recommendations', { rule_id, subject: header, content: issue.issue }),
    severity: severityOf(penalty),
    confidence,
    references: [`https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/${header}`],
    // The query may hold what is meant for one visitor.
    url: shown(url.replace(/[?#].*$/s, '')) ?? '',
  }
}
