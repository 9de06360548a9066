import type { CreditUse } from '@atrium/sdk'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { columnsOf } from '../../table/data-table-features.ts'
import { Time } from '../../ui/Time.tsx'
import { formatNumber } from '../members/member-words.ts'
import { KIND_LABELS } from './credit-words.ts'
import { words } from './words.ts'

const column = columnsOf<CreditUse>()

export function creditColumns(workspaceId: string, apps: ReadonlyMap<string, string>) {
  const appOf = ({ app_id }: CreditUse) =>
    app_id && (
      <Link
        to={apps.has(app_id) ? paths.app(workspaceId, app_id) : paths.credits(workspaceId, { app: app_id })}
        className="hover:text-ink hover:underline"
      >
        {apps.get(app_id) ?? <span className="font-mono text-xs">{app_id}</span>}
      </Link>
    )
  return column.columns([
    column.accessor('kind', {
      header: words.usedFor,
      meta: { isRowHeader: true },
      cell: ({ row: { original } }) => (
        <>
          <p className="truncate font-medium">{KIND_LABELS[original.kind]}</p>
          <p className="truncate text-sm text-ink-3 @2xl:hidden">
            {original.user_email ?? words.someoneWhoLeft}
          </p>
        </>
      ),
    }),
    column.accessor('user_email', {
      header: words.member,
      meta: { className: 'hidden w-[30%] text-sm text-ink-2 @2xl:table-cell' },
      cell: ({ row: { original } }) => (
        <Link
          to={paths.credits(workspaceId, { user: original.user_id })}
          className="hover:text-ink hover:underline"
        >
          {original.user_email ?? words.someoneWhoLeft}
        </Link>
      ),
    }),
    column.accessor('app_id', {
      header: words.app,
      meta: { className: 'hidden w-[24%] text-sm text-ink-2 @3xl:table-cell' },
      cell: ({ row: { original } }) => appOf(original) ?? <span className="text-ink-3">–</span>,
    }),
    column.accessor('amount', {
      header: words.credits,
      meta: { className: 'w-20 text-sm tabular-nums' },
      cell: ({ getValue }) => formatNumber(getValue()),
    }),
    column.accessor('created_date', {
      header: words.time,
      meta: { className: 'w-32 text-sm text-ink-2 sm:w-40' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
  ])
}
