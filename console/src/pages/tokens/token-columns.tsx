import type { AccessToken } from '@atrium/sdk'
import { fill } from '../../language/fill.ts'
import { columnsOf } from '../../table/data-table-features.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { parseTime, Time } from '../../ui/Time.tsx'
import { words } from './words.ts'

/** What both lists have; whose a token is stands only where they are of several people. */
export type ListedToken = Omit<AccessToken, 'user_id' | 'user_email'> &
  Partial<Pick<AccessToken, 'user_email'>>

const column = columnsOf<ListedToken>()

/** Of tokens of people as of service accounts. */
export function tokenColumns(onRevoke: (token: ListedToken) => void) {
  return column.columns([
    column.accessor('name', {
      header: words.name,
      meta: { isRowHeader: true, className: '@2xl:w-[28%]' },
      cell: ({ row: { original } }) => (
        <>
          <p className="truncate font-medium">{original.name}</p>
          {original.user_email && (
            <p className="truncate text-sm leading-4.5 text-ink-3">{original.user_email}</p>
          )}
        </>
      ),
    }),
    column.accessor('permission', {
      header: words.permission,
      meta: { className: 'w-28 text-sm' },
      cell: ({ getValue }) =>
        getValue() === 'full_access' ? (
          <Badge tone="caution">{words.fullAccess}</Badge>
        ) : (
          <Badge>{words.readOnly}</Badge>
        ),
    }),
    column.accessor('app_ids', {
      header: words.reaches,
      meta: { className: 'hidden text-sm text-ink-2 @3xl:table-cell' },
      cell: ({ getValue }) => reachOf(getValue()),
    }),
    column.accessor('created_date', {
      header: words.created,
      meta: { className: 'hidden text-sm text-ink-2 @4xl:table-cell' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
    column.accessor('last_used_at', {
      header: words.lastUsed,
      meta: { className: 'hidden text-sm text-ink-2 @xl:table-cell' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
    column.accessor('expires_at', {
      header: words.expires,
      meta: { className: 'hidden text-sm text-ink-2 @2xl:table-cell' },
      cell: ({ getValue }) => {
        const at = getValue()
        return at && parseTime(at) < new Date() ? (
          <Badge tone="danger">{words.expired}</Badge>
        ) : (
          <Time at={at} />
        )
      },
    }),
    column.display({
      id: 'actions',
      header: words.actions,
      meta: { isHeaderHidden: true, className: 'w-24 text-end sm:w-28' },
      cell: ({ row: { original } }) => (
        <Button
          size="sm"
          look="danger-quiet"
          aria-label={fill(words.revokeName2, { name: original.name })}
          onPress={() => onRevoke(original)}
        >
          {words.revoke}
        </Button>
      ),
    }),
  ])
}

function reachOf(appIds: string[] | null) {
  if (appIds === null) return words.allApps
  return appIds.length === 1 ? '1 app' : fill(words.countApps, { count: appIds.length })
}
