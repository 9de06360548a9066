import type { CodingSession } from '@atrium/sdk'
import { Link } from 'react-router'
import { columnsOf } from '../../table/data-table-features.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { FAULT_TITLES, PULL_REQUEST_LOOKS, SESSION_LOOKS } from './session-words.ts'
import { words } from './words.ts'

interface SessionColumns {
  pathOf: (id: string) => string
  pullRequestPathOf: (number: number) => string
}

const column = columnsOf<CodingSession>()

export function sessionColumns({ pathOf, pullRequestPathOf }: SessionColumns) {
  return column.columns([
    column.accessor('title', {
      header: words.session,
      meta: { isRowHeader: true },
      cell: ({ row: { original } }) => {
        const { title, error_code, state } = original
        const { label, tone } = SESSION_LOOKS[state]
        return (
          <>
            <Link
              to={pathOf(original.id)}
              className="block truncate font-medium hover:text-accent hover:underline"
            >
              {title}
            </Link>
            <span className="block text-sm @lg:hidden">
              <StatusDot tone={tone}>{label}</StatusDot>
            </span>
            {error_code && (
              <span className="block truncate text-xs text-danger">{FAULT_TITLES[error_code]}</span>
            )}
          </>
        )
      },
    }),
    column.accessor('state', {
      header: words.state,
      meta: { className: 'hidden w-48 text-sm @lg:table-cell' },
      cell: ({ getValue }) => {
        const { label, tone } = SESSION_LOOKS[getValue()]
        return <StatusDot tone={tone}>{label}</StatusDot>
      },
    }),
    column.accessor('pull_request', {
      header: words.pullRequest2,
      meta: { className: 'hidden w-36 text-sm @2xl:table-cell' },
      cell: ({ getValue }) => {
        const pull = getValue()
        if (!pull) return <span className="text-ink-3">–</span>
        return (
          <Link to={pullRequestPathOf(pull.number)} className="text-ink-2 hover:text-accent hover:underline">
            #{pull.number}, {PULL_REQUEST_LOOKS[pull.state].label.toLowerCase()}
          </Link>
        )
      },
    }),
    column.accessor('launched_by', {
      header: words.by,
      meta: { className: 'hidden w-[20%] text-sm text-ink-2 @3xl:table-cell' },
      cell: ({ getValue }) => getValue() ?? <span className="text-ink-3">{words.somebody}</span>,
    }),
    column.accessor('created_date', {
      header: words.when,
      meta: { className: 'w-32 text-sm text-ink-2' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
  ])
}
