import type { TestRunSummary } from '@atrium/sdk'
import { Link } from 'react-router'
import { columnsOf } from '../../table/data-table-features.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { describeLength } from '../workflow-runs/run-words.ts'
import { RUN_LOOKS, TRIGGERS, whatHappened } from './test-run-words.ts'
import { words } from './words.ts'

interface TestRunColumns {
  pathOf: (id: string) => string
  /** The runs of one test alone. */
  flowPathOf: (flowId: string) => string
}

const column = columnsOf<TestRunSummary>()

export function testRunColumns({ pathOf, flowPathOf }: TestRunColumns) {
  return column.columns([
    column.accessor('status', {
      header: words.run,
      meta: { isRowHeader: true },
      cell: ({ row: { original } }) => {
        const { label, tone } = RUN_LOOKS[original.status]
        const what = whatHappened(original)
        return (
          <>
            <Link
              to={pathOf(original.id)}
              aria-label={`${original.flow_name}: ${label}`}
              className="font-medium hover:text-accent hover:underline"
            >
              <StatusDot tone={tone}>{label}</StatusDot>
            </Link>
            <span className="block truncate text-xs text-ink-3 @2xl:hidden">{original.flow_name}</span>
            {what && (
              <span
                title={what}
                className={`block truncate text-xs ${original.status === 'failed' ? 'text-danger' : 'text-ink-3'}`}
              >
                {what}
              </span>
            )}
          </>
        )
      },
    }),
    column.accessor('flow_name', {
      header: words.test,
      meta: { className: 'hidden w-[26%] text-sm @2xl:table-cell' },
      cell: ({ row: { original } }) => (
        <Link
          to={flowPathOf(original.flow_id)}
          title={words.onlyRunsOfThis}
          className="text-ink-2 hover:text-accent hover:underline"
        >
          {original.flow_name}
        </Link>
      ),
    }),
    column.accessor('steps_passed', {
      header: words.steps,
      meta: { className: 'hidden w-20 text-end text-sm text-ink-2 tabular-nums @xl:table-cell' },
      cell: ({ row: { original } }) => `${original.steps_passed}/${original.step_count}`,
    }),
    column.accessor('trigger', {
      header: words.started,
      meta: { className: 'hidden w-28 text-sm text-ink-2 @3xl:table-cell' },
      cell: ({ row: { original } }) => (
        <span title={original.started_by ?? undefined}>{TRIGGERS[original.trigger]}</span>
      ),
    }),
    column.accessor('duration_ms', {
      header: words.duration,
      meta: { className: 'hidden w-24 text-end text-sm text-ink-2 tabular-nums @lg:table-cell' },
      cell: ({ getValue }) => {
        const ms = getValue()
        return ms === null ? '–' : describeLength(ms)
      },
    }),
    column.accessor('created_date', {
      header: words.when,
      meta: { className: 'w-32 text-sm text-ink-2' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
  ])
}
