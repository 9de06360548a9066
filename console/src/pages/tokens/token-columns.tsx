import type { AccessToken } from '@atrium/sdk'
import { columnsOf } from '../../table/data-table-features.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { parseTime, Time } from '../../ui/Time.tsx'

/** What both lists have; whose a token is stands only where they are of several people. */
export type ListedToken = Omit<AccessToken, 'user_id' | 'user_email'> &
  Partial<Pick<AccessToken, 'user_email'>>

const column = columnsOf<ListedToken>()

/** Of tokens of people as of service accounts. */
export function tokenColumns(onRevoke: (token: ListedToken) => void) {
  return column.columns([
    column.accessor('name', {
      header: 'Name',
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
      header: 'Permission',
      meta: { className: 'w-28 text-sm' },
      cell: ({ getValue }) =>
        getValue() === 'full_access' ? <Badge tone="caution">Full access</Badge> : <Badge>Read only</Badge>,
    }),
    column.accessor('app_ids', {
      header: 'Reaches',
      meta: { className: 'hidden text-sm text-ink-2 @3xl:table-cell' },
      cell: ({ getValue }) => reachOf(getValue()),
    }),
    column.accessor('created_date', {
      header: 'Created',
      meta: { className: 'hidden text-sm text-ink-2 @4xl:table-cell' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
    column.accessor('last_used_at', {
      header: 'Last used',
      meta: { className: 'hidden text-sm text-ink-2 @xl:table-cell' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
    column.accessor('expires_at', {
      header: 'Expires',
      meta: { className: 'hidden text-sm text-ink-2 @2xl:table-cell' },
      cell: ({ getValue }) => {
        const at = getValue()
        return at && parseTime(at) < new Date() ? <Badge tone="danger">Expired</Badge> : <Time at={at} />
      },
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      meta: { isHeaderHidden: true, className: 'w-24 text-right sm:w-28' },
      cell: ({ row: { original } }) => (
        <Button
          size="sm"
          look="danger-quiet"
          aria-label={`Revoke ${original.name}`}
          onPress={() => onRevoke(original)}
        >
          Revoke
        </Button>
      ),
    }),
  ])
}

function reachOf(appIds: string[] | null) {
  if (appIds === null) return 'All apps'
  return appIds.length === 1 ? '1 app' : `${appIds.length} apps`
}
