import type { FlowStats } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { fill } from '../../language/fill.ts'
import { testsQueries } from '../../tests-queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { describeLength } from '../workflow-runs/run-words.ts'
import { ResultBars } from './ResultBars.tsx'
import { percent } from './stats-days.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '', flow_id = '' } }: LoaderFunctionArgs) {
  return load(request, testsQueries.stats(app_id, flow_id))
}

/** How a test did over the last 30 days: results by day, how flaky it is, and the steps that make trouble. */
export function Component() {
  const { app_id = '', flow_id = '' } = useParams()
  const { data: stats } = useSuspenseQuery(testsQueries.stats(app_id, flow_id))
  const { runs, passed, failed, flips, flake_rate, median_ms } = stats
  if (runs === 0)
    return (
      <EmptyState icon={ChartColumn} title={words.noRunsIn30}>
        {words.onceItHasRun}
      </EmptyState>
    )
  return (
    <div className="space-y-8 px-5 py-6 sm:px-8">
      <dl className="grid max-w-4xl grid-cols-2 gap-3 xl:grid-cols-4">
        <Tile name="Runs" value={runs.toLocaleString('en')}>
          {words.in30Days}
        </Tile>
        <Tile name="Passed" value={passed + failed === 0 ? '–' : percent(passed / (passed + failed))}>
          {failed === 0 ? words.noneFailed : fill(words.failedFailed, { failed })}
        </Tile>
        <Tile name="Flaky" value={percent(flake_rate)}>
          {flips === 0
            ? words.neverChangedItsResult
            : fill(words.flipsChangeAlthoughNothing, { flips, change: flips === 1 ? 'change' : 'changes' })}
        </Tile>
        <Tile name="Usual time" value={median_ms === null ? '–' : describeLength(median_ms)}>
          {words.halfOfTheRuns}
        </Tile>
      </dl>
      <ResultBars days={stats.days} />
      <TroublingSteps steps={stats.steps} />
    </div>
  )
}

function Tile({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className="rounded-lg border border-line px-4 py-3">
      <dt className="text-sm font-medium text-ink-2">{name}</dt>
      <dd>
        <span className="block text-xl font-semibold tracking-tight tabular-nums">{value}</span>
        <span className="caption mt-1 block">{children}</span>
      </dd>
    </div>
  )
}

const HEAD = 'py-2 pe-4 text-xs font-medium text-ink-3'

function TroublingSteps({ steps }: Pick<FlowStats, 'steps'>) {
  return (
    <section aria-label={words.stepsThatMakeTrouble} className="max-w-4xl">
      <h3 className="font-semibold">{words.stepsThatMakeTrouble}</h3>
      {steps.length === 0 ? (
        <p className="mt-1 text-ink-2">{words.noneFailedAndNone}</p>
      ) : (
        <table aria-label={words.stepsThatMakeTrouble} className="mt-1 w-full table-fixed text-start">
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className={HEAD}>
                {words.step}
              </th>
              <th scope="col" className={`${HEAD} w-20 text-end`}>
                {words.failed}
              </th>
              <th scope="col" className={`${HEAD} w-20 text-end`}>
                {words.healed}
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map(({ step_id, instruction, failed, healed }) => (
              <tr key={step_id} className="border-b border-line last:border-b-0">
                <th scope="row" className="py-2 pe-4 font-normal break-words">
                  {instruction}
                </th>
                <td className="py-2 pe-4 text-end tabular-nums">{failed}</td>
                <td className="py-2 pe-4 text-end tabular-nums">{healed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
