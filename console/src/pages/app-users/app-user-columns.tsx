import type { AnswerOf, Operations } from '@atrium/sdk'
import { Ellipsis, UserCog, UserMinus } from 'lucide-react'
import { columnsOf } from '../../table/data-table-features.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'

export type AppUser = AnswerOf<Operations['app_users']['list']>['items'][number]

/** What is being done to whom. */
export interface AppUserAct {
  kind: 'change' | 'remove'
  user: AppUser
}

export const nameOf = ({ full_name, email }: AppUser) => full_name || email

const STATUSES = {
  active: { tone: 'good', label: 'Active' },
  unverified: { tone: 'caution', label: 'Email not confirmed' },
  invited: { tone: 'open', label: 'Invited' },
} as const

const column = columnsOf<AppUser>()

export function appUserColumns(onAct: (act: AppUserAct) => void) {
  return column.columns([
    column.accessor('email', {
      header: 'User',
      meta: { isRowHeader: true },
      cell: ({ row: { original } }) => (
        <div className="flex items-center gap-3">
          <Avatar name={nameOf(original)} />
          <div className="min-w-0">
            <p className="truncate font-medium">{nameOf(original)}</p>
            {original.full_name && <p className="truncate text-sm text-ink-3">{original.email}</p>}
          </div>
        </div>
      ),
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { className: 'hidden w-44 @2xl:table-cell' },
      cell: ({ getValue }) => {
        const { tone, label } = STATUSES[getValue()]
        return <StatusDot tone={tone}>{label}</StatusDot>
      },
    }),
    column.accessor('role', {
      header: 'Role',
      meta: { className: 'w-28' },
      cell: ({ getValue }) => getValue() ?? <span className="text-ink-3">By access</span>,
    }),
    column.accessor('kind', {
      header: 'Who',
      meta: { className: 'hidden w-44 text-ink-2 @3xl:table-cell' },
      cell: ({ getValue }) => (getValue() === 'member' ? 'Member of the workspace' : 'User of the app'),
    }),
    column.accessor('data', {
      header: 'Data',
      meta: { className: 'hidden text-sm text-ink-2 @4xl:table-cell' },
      cell: ({ getValue }) => {
        const entries = Object.entries(getValue())
        if (entries.length === 0) return <span className="text-ink-3">None</span>
        return entries.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ')
      },
    }),
    column.accessor('created_date', {
      header: 'Since',
      meta: { className: 'hidden w-32 text-sm text-ink-2 @5xl:table-cell' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      meta: { isHeaderHidden: true, className: 'w-16 text-right sm:w-20' },
      cell: ({ row: { original } }) => (
        <Menu
          label={`Actions for ${nameOf(original)}`}
          trigger={<IconButton icon={Ellipsis} label={`Actions for ${nameOf(original)}`} />}
        >
          <MenuItem icon={UserCog} onAction={() => onAct({ kind: 'change', user: original })}>
            Change role and data
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={UserMinus} tone="danger" onAction={() => onAct({ kind: 'remove', user: original })}>
            Remove from the app
          </MenuItem>
        </Menu>
      ),
    }),
  ])
}
