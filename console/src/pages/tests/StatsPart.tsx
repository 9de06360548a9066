import type { FlowStats } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { testsQueries } from '../../tests-queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { describeLength } from '../workflow-runs/run-words.ts'
import { ResultBars } from './ResultBars.tsx'
import { percent } from './stats-days.ts'

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
      <EmptyState icon={ChartColumn} title="No runs in 30 days">
        Once it has run, this shows how often it passed, how flaky it is, and which steps make trouble.
      </EmptyState>
    )
  return (
    <div className="space-y-8 px-5 py-6 sm:px-8">
      <dl className="grid max-w-4xl grid-cols-2 gap-3 xl:grid-cols-4">
        <Tile name="Runs" value={runs.toLocaleString('en')}>
          in 30 days
        </Tile>
        <Tile name="Passed" value={passed + failed === 0 ? '–' : percent(passed / (passed + failed))}>
          {failed === 0 ? 'none failed' : `${failed} failed`}
        </Tile>
        <Tile name="Flaky" value={percent(flake_rate)}>
          {flips === 0
            ? 'never changed its result by itself'
            : `${flips} ${flips === 1 ? 'change' : 'changes'} although nothing was changed`}
        </Tile>
        <Tile name="Usual time" value={median_ms === null ? '–' : describeLength(median_ms)}>
          half of the runs are quicker
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

const HEAD = 'py-2 pr-4 text-xs font-medium text-ink-3'

function TroublingSteps({ steps }: Pick<FlowStats, 'steps'>) {
  return (
    <section aria-label="Steps that make trouble" className="max-w-4xl">
      <h3 className="font-semibold">Steps that make trouble</h3>
      {steps.length === 0 ? (
        <p className="mt-1 text-ink-2">None failed, and none had to be found in another way.</p>
      ) : (
        <table aria-label="Steps that make trouble" className="mt-1 w-full table-fixed text-left">
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className={HEAD}>
                Step
              </th>
              <th scope="col" className={`${HEAD} w-20 text-right`}>
                Failed
              </th>
              <th scope="col" className={`${HEAD} w-20 text-right`}>
                Healed
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map(({ step_id, instruction, failed, healed }) => (
              <tr key={step_id} className="border-b border-line last:border-b-0">
                <th scope="row" className="py-2 pr-4 font-normal break-words">
                  {instruction}
                </th>
                <td className="py-2 pr-4 text-right tabular-nums">{failed}</td>
                <td className="py-2 pr-4 text-right tabular-nums">{healed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
