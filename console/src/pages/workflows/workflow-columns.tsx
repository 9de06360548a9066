import type { WorkflowSummary } from '@atrium/sdk'
import { Archive, Ellipsis, Pause, Play } from 'lucide-react'
import { Link } from 'react-router'
import { fill } from '../../language/fill.ts'
import { columnsOf } from '../../table/data-table-features.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { runStatus } from '../workflow-runs/run-words.ts'
import { describeTrigger } from './trigger-words.ts'
import { words } from './words.ts'
import { STATUSES } from './workflow-words.ts'

interface WorkflowColumns {
  pathOf: (id: string) => string
  runPathOf: (id: string, runId: string) => string
  /** Null for those who only read. */
  acts: {
    onTurn: (workflow: WorkflowSummary) => void
    onArchive: (workflow: WorkflowSummary) => void
  } | null
}

const column = columnsOf<WorkflowSummary>()

export function workflowColumns({ pathOf, runPathOf, acts }: WorkflowColumns) {
  const shown = column.columns([
    column.accessor('name', {
      header: words.workflow,
      meta: { isRowHeader: true },
      cell: ({ row: { original } }) => (
        <>
          <Link
            to={pathOf(original.id)}
            className="block truncate font-medium hover:text-accent hover:underline"
          >
            {original.name}
          </Link>
          <span className="block truncate text-xs text-ink-3 @3xl:hidden">
            {describeTrigger(original.trigger)}
          </span>
        </>
      ),
    }),
    column.accessor('trigger', {
      header: words.trigger,
      meta: { className: 'hidden w-[34%] text-sm text-ink-2 @3xl:table-cell' },
      cell: ({ getValue }) => {
        const trigger = describeTrigger(getValue())
        return <span title={trigger}>{trigger}</span>
      },
    }),
    column.accessor('status', {
      header: words.status,
      meta: { className: 'w-28 text-sm' },
      cell: ({ getValue }) => (
        <StatusDot tone={STATUSES[getValue()].tone}>{STATUSES[getValue()].label}</StatusDot>
      ),
    }),
    column.accessor('last_run', {
      header: words.lastRun,
      meta: { className: 'hidden w-44 text-sm text-ink-2 @xl:table-cell' },
      cell: ({ row: { original } }) => {
        const run = original.last_run
        if (!run) return <span className="text-ink-3">{words.never}</span>
        const { label, tone } = runStatus(run.status)
        return (
          <Link to={runPathOf(original.id, run.id)} className="hover:underline">
            <span className="sr-only">{fill(words.lastRunOfName, { name: original.name })} </span>
            <StatusDot tone={tone}>{label}</StatusDot>
            <span className="block text-xs text-ink-3">
              <Time at={run.started_at} otherwise={words.notBegun} />
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
    meta: { isHeaderHidden: true, className: 'w-16 text-end' },
    cell: ({ row: { original } }) => (
      <Menu
        label={fill(words.actionsForName, { name: original.name })}
        trigger={
          <IconButton size="sm" icon={Ellipsis} label={fill(words.actionsForName, { name: original.name })} />
        }
      >
        <MenuItem
          icon={original.status === 'active' ? Pause : Play}
          onAction={() => acts.onTurn(original)}
          description={
            original.status === 'active' ? words.itsTriggerStartsNothing : words.itsTriggerStartsRuns
          }
        >
          {original.status === 'active' ? words.pause : words.start}
        </MenuItem>
        <MenuItem icon={Archive} tone="danger" onAction={() => acts.onArchive(original)}>
          {words.archiveWorkflow}
        </MenuItem>
      </Menu>
    ),
  })
  return [...shown, actions]
}
