import type { CodingSession } from '@atrium/sdk'
import type { ReactNode } from 'react'
import { parseTime } from '../../ui/Time.tsx'
import { describeLength } from '../workflow-runs/run-words.ts'
import { words } from './words.ts'

const COUNT = new Intl.NumberFormat('en')
const COST = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** What it took. */
export function UsagePart({ session }: { session: CodingSession }) {
  const { step_count, usage, created_date, completed_at } = session
  const { input_tokens, output_tokens, cost } = usage
  return (
    <section aria-label={words.use}>
      <h3 className="mb-2 font-semibold">{words.use}</h3>
      <dl className="space-y-1 text-sm">
        <Line term={words.steps}>{COUNT.format(step_count)}</Line>
        <Line term={words.tokensRead}>{COUNT.format(input_tokens)}</Line>
        <Line term={words.tokensWritten}>{COUNT.format(output_tokens)}</Line>
        {cost > 0 && <Line term={words.costOfTheModel}>{COST.format(cost)}</Line>}
        {completed_at && (
          <Line term={words.time}>
            {describeLength(parseTime(completed_at).getTime() - parseTime(created_date).getTime())}
          </Line>
        )}
      </dl>
    </section>
  )
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-ink-3">{term}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}
