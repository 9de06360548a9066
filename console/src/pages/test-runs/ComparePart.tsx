import type { TestReport, TestRun } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { fill } from '../../language/fill.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { testsQueries } from '../../tests-queries.ts'
import { classNames } from '../../ui/class-names.ts'
import { Select } from '../../ui/Select.tsx'
import { Time } from '../../ui/Time.tsx'
import { Picture } from './Picture.tsx'
import { DIFFERENCES, stepName, stepStatus } from './test-run-words.ts'
import { words } from './words.ts'

interface ComparePartProps {
  appId: string
  run: TestRun
  report: TestReport
  goodId: string
}

/** This run next to the last one that passed: what differs, and the same step of both in pictures. */
export function ComparePart({ appId, run, report, goodId }: ComparePartProps) {
  const { id: workspaceId } = useWorkspace()
  const good = useQuery(testsQueries.run(appId, goodId))
  const comparable = run.steps.filter(({ status }) => status !== 'waiting' && status !== 'skipped')
  const [chosen, setChosen] = useState<string | null>(null)
  const stepId = chosen ?? report.failed_step_id ?? report.differences[0]?.step_id ?? comparable[0]?.id ?? ''
  const mine = run.steps.find(({ id }) => id === stepId)
  const theirs = good.data?.steps.find(({ id }) => id === stepId)
  return (
    <section aria-label={words.comparison}>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h3 className="font-semibold">{words.comparedWithTheLast}</h3>
          <p className="text-sm text-ink-2">
            <Link to={paths.testRun(workspaceId, appId, goodId)} className="text-accent hover:underline">
              {words.theRunThatPassed}
            </Link>
            {good.data && (
              <>
                {' '}
                <Time at={good.data.started_at} />
              </>
            )}
          </p>
        </div>
        {comparable.length > 0 && (
          <Select
            label={words.stepToCompare}
            isLabelHidden
            options={comparable.map(({ id }) => ({ id, label: stepName(run.steps, id) }))}
            value={stepId}
            onChange={(key) => setChosen(String(key))}
            className="w-full sm:w-96"
          />
        )}
      </div>
      {good.error ? (
        <PartFailure error={good.error} onRetry={() => void good.refetch()} isRetrying={good.isFetching} />
      ) : good.data ? (
        <div className="grid gap-4 md:grid-cols-2">
          <Side
            title={words.lastGoodRun}
            appId={appId}
            runId={goodId}
            artifactId={theirs?.screenshot_id ?? null}
          />
          <Side title={words.thisRun} appId={appId} runId={run.id} artifactId={mine?.screenshot_id ?? null} />
        </div>
      ) : (
        <PartLoading what={words.theLastGoodRun} />
      )}
      <Differences run={run} report={report} />
    </section>
  )
}

interface SideProps {
  title: string
  appId: string
  runId: string
  artifactId: string | null
}

function Side({ title, appId, runId, artifactId }: SideProps) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-sm font-medium text-ink-2">{title}</figcaption>
      <Picture
        key={artifactId}
        appId={appId}
        executionId={runId}
        artifactId={artifactId}
        alt={fill(words.titleThePageAfter, { title })}
        className="min-h-32 w-full rounded-md border border-line"
      />
    </figure>
  )
}

const HEAD = 'py-2 pe-4 text-xs font-medium text-ink-3'

function Differences({ run, report: { differences } }: Pick<ComparePartProps, 'run' | 'report'>) {
  if (differences.length === 0) return <p className="mt-3 text-ink-2">{words.nothingElseDiffers}</p>
  return (
    <div className="mt-4 overflow-x-auto">
      <table aria-label={words.differences} className="w-full min-w-md text-start text-sm">
        <thead>
          <tr className="border-b border-line">
            {['Step', 'What', words.lastGoodRun, words.thisRun].map((name) => (
              <th key={name} scope="col" className={HEAD}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differences.map(({ step_id, what, before, after }) => (
            <tr key={`${step_id} ${what}`} className="border-b border-line align-top last:border-b-0">
              <th scope="row" className="py-2 pe-4 font-normal break-words">
                {stepName(run.steps, step_id)}
              </th>
              <td className="py-2 pe-4 whitespace-nowrap">{DIFFERENCES[what]}</td>
              <td className="py-2 pe-4 text-ink-2">
                <Value what={what} text={before} />
              </td>
              <td className="py-2 pe-4">
                <Value what={what} text={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type What = TestReport['differences'][number]['what']

/** Errors, requests and lines of the page come one a line. */
function Value({ what, text }: { what: What; text: string | null }) {
  if (!text) return <span className="text-ink-3">–</span>
  if (what === 'status') return stepStatus(text)
  const isCode = what === 'page' || what === 'console_errors' || what === 'failed_requests'
  return (
    <span
      className={classNames(
        'block max-h-48 overflow-y-auto break-words whitespace-pre-line',
        isCode && 'font-mono text-xs leading-5',
      )}
    >
      {text}
    </span>
  )
}
