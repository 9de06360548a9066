import type { FlowSummary } from '@atrium/sdk'
import { Ellipsis, ListVideo, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { fill, fillWith } from '../../language/fill.ts'
import { columnsOf } from '../../table/data-table-features.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { RUN_LOOKS } from '../test-runs/test-run-words.ts'
import { describeSchedule } from './schedule-words.ts'
import { words } from './words.ts'

interface TestColumns {
  pathOf: (id: string) => string
  runPathOf: (runId: string) => string
  runsPathOf: (id: string) => string
  /** Null for those who only read. */
  acts: {
    runButton: (flow: FlowSummary) => ReactNode
    onDelete: (flow: FlowSummary) => void
  } | null
}

const column = columnsOf<FlowSummary>()

export function testColumns({ pathOf, runPathOf, runsPathOf, acts }: TestColumns) {
  const shown = column.columns([
    column.accessor('name', {
      header: words.test,
      meta: { isRowHeader: true },
      cell: ({ row: { original } }) => (
        <>
          <Link
            to={pathOf(original.id)}
            className="block truncate font-medium hover:text-accent hover:underline"
          >
            {original.name}
          </Link>
          <span className="block truncate text-xs text-ink-3" title={original.goal}>
            {original.goal}
          </span>
        </>
      ),
    }),
    column.accessor('step_count', {
      header: words.steps,
      meta: { className: 'hidden w-20 text-end text-sm text-ink-2 tabular-nums @4xl:table-cell' },
      cell: ({ getValue }) => getValue() || '–',
    }),
    column.accessor('schedule', {
      header: words.runsByItself,
      meta: { className: 'hidden w-[26%] text-sm text-ink-2 @3xl:table-cell' },
      cell: ({ row: { original } }) => {
        const schedule = describeSchedule(original)
        if (!schedule) return <span className="text-ink-3">{words.no}</span>
        return (
          <span title={schedule}>
            {schedule}
            {original.next_run_at && (
              <span className="block text-xs text-ink-3">
                {fillWith(words.nextTime, { time: <Time at={original.next_run_at} /> })}
              </span>
            )}
          </span>
        )
      },
    }),
    column.accessor('last_run', {
      header: words.lastResult,
      meta: { className: 'w-28 text-sm @xl:w-44' },
      cell: ({ row: { original } }) => {
        const run = original.last_run
        if (!run) return <span className="text-ink-3">{words.neverRun}</span>
        const { label, tone } = RUN_LOOKS[run.status]
        return (
          <Link to={runPathOf(run.id)} className="hover:underline">
            <span className="sr-only">{fill(words.lastRunOfName, { name: original.name })} </span>
            <StatusDot tone={tone}>{label}</StatusDot>
            <span className="block text-xs text-ink-3">
              <Time at={run.completed_at} otherwise={words.notEndedYet} />
            </span>
          </Link>
        )
      },
    }),
  ])
  if (!acts) return shown
  const actions = column.display({
    id: 'actions',
    header: words.actions,
    meta: { isHeaderHidden: true, className: 'w-30 text-end @xl:w-36' },
    cell: ({ row: { original } }) => (
      <span className="inline-flex items-center gap-1">
        {acts.runButton(original)}
        <Menu
          label={fill(words.actionsForName, { name: original.name })}
          trigger={
            <IconButton
              size="sm"
              icon={Ellipsis}
              label={fill(words.actionsForName, { name: original.name })}
            />
          }
        >
          <MenuItem icon={Pencil} href={pathOf(original.id)}>
            {words.edit}
          </MenuItem>
          <MenuItem icon={ListVideo} href={runsPathOf(original.id)}>
            {words.itsRuns}
          </MenuItem>
          <MenuItem icon={Trash2} tone="danger" onAction={() => acts.onDelete(original)}>
            {words.deleteTest}
          </MenuItem>
        </Menu>
      </span>
    ),
  })
  return [...shown, actions]
}
