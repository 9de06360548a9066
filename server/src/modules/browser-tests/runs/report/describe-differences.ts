import type { TestReport } from '@atrium/contract/test-runs'
import { shorten } from '../../../../platform/text/shorten.ts'
import type { TestRunStepRow } from '../../tables.ts'
import { describeRequest } from './first-bad-state.ts'
import type { PageChange } from './reported-ending.ts'

export type Difference = TestReport['differences'][number]

const MOST = 50
const LONGEST = 500
/** Slower by less is no news. */
const SLOWER_MS = 1_000
const SLOWER_BY = 2

/** What is different from the last run that passed, step by step; steps are matched by their ids. */
export function describeDifferences(
  before: readonly TestRunStepRow[],
  after: readonly TestRunStepRow[],
  page: PageChange | null,
): Difference[] {
  const earlier = new Map(before.map((step) => [step.id, step]))
  const differences = after.flatMap((step) => {
    const same = earlier.get(step.id)
    const found = same ? compareSteps(same, step) : []
    if (page?.step_id === step.id) found.push(difference(step.id, 'page', page.before, page.after))
    return found
  })
  return differences.slice(0, MOST)
}

function compareSteps(before: TestRunStepRow, after: TestRunStepRow): Difference[] {
  const { id } = after
  if (after.status !== before.status && after.status !== 'passed' && after.status !== 'failed')
    return [difference(id, 'status', before.status, after.status)]
  const slower = isSlower(before, after)
  const pairs: [Difference['what'], string | null, string | null][] = [
    ['status', before.status, after.status],
    ['target', describeTarget(before), describeTarget(after)],
    ['url', pathOf(before.url), pathOf(after.url)],
    ['console_errors', lines(before.console_errors), lines(after.console_errors)],
    [
      'failed_requests',
      lines(before.failed_requests.map(describeRequest)),
      lines(after.failed_requests.map(describeRequest)),
    ],
    ['duration', slower?.before ?? null, slower?.after ?? null],
  ]
  return pairs.filter(([, was, is]) => was !== is).map(([what, was, is]) => difference(id, what, was, is))
}

function difference(
  step_id: string,
  what: Difference['what'],
  before: string | null,
  after: string | null,
): Difference {
  const short = (text: string | null) => (text === null ? null : shorten(text, LONGEST))
  return { step_id, what, before: short(before), after: short(after) }
}

/** A step that did nothing on the page says nothing about its target. */
function describeTarget({ performed }: TestRunStepRow): string | null {
  const target = performed?.target
  if (!target) return null
  const { role, name, ...others } = target
  const rest = Object.entries(others).map(([key, value]) => `${key} ${JSON.stringify(value)}`)
  const named = role === undefined ? [] : [name === undefined ? role : `${role} ${JSON.stringify(name)}`]
  return [...named, ...rest].join(', ')
}

function pathOf(url: string | null): string | null {
  const parsed = url === null ? null : URL.parse(url)
  return parsed ? `${parsed.pathname}${parsed.search}` : url
}

function lines(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : texts.join('\n')
}

function isSlower(before: TestRunStepRow, after: TestRunStepRow) {
  const [was, is] = [durationOf(before), durationOf(after)]
  if (was === null || is === null || is - was < SLOWER_MS || is < was * SLOWER_BY) return null
  return { before: `${was} ms`, after: `${is} ms` }
}

function durationOf({ started_at, completed_at }: TestRunStepRow): number | null {
  return started_at && completed_at ? completed_at.getTime() - started_at.getTime() : null
}
