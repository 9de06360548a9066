import type { AnswerOf, Operations } from '@atrium/sdk'
import { Ellipsis, UserCog, UserMinus } from 'lucide-react'
import { fill } from '../../language/fill.ts'
import { columnsOf } from '../../table/data-table-features.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { words } from './words.ts'

export type AppUser = AnswerOf<Operations['app_users']['list']>['items'][number]

/** What is being done to whom. */
export interface AppUserAct {
  kind: 'change' | 'remove'
  user: AppUser
}

export const nameOf = ({ full_name, email }: AppUser) => full_name || email

const STATUSES = {
  active: { tone: 'good', label: words.active },
  unverified: { tone: 'caution', label: words.emailNotConfirmed },
  invited: { tone: 'open', label: words.invited },
} as const

const column = columnsOf<AppUser>()

export function appUserColumns(onAct: (act: AppUserAct) => void) {
  return column.columns([
    column.accessor('email', {
      header: words.user,
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
      header: words.status,
      meta: { className: 'hidden w-44 @2xl:table-cell' },
      cell: ({ getValue }) => {
        const { tone, label } = STATUSES[getValue()]
        return <StatusDot tone={tone}>{label}</StatusDot>
      },
    }),
    column.accessor('role', {
      header: words.role,
      meta: { className: 'w-28' },
      cell: ({ getValue }) => getValue() ?? <span className="text-ink-3">{words.byAccess}</span>,
    }),
    column.accessor('kind', {
      header: words.who,
      meta: { className: 'hidden w-44 text-ink-2 @3xl:table-cell' },
      cell: ({ getValue }) => (getValue() === 'member' ? words.memberOfTheWorkspace : words.userOfTheApp),
    }),
    column.accessor('data', {
      header: words.data,
      meta: { className: 'hidden text-sm text-ink-2 @4xl:table-cell' },
      cell: ({ getValue }) => {
        const entries = Object.entries(getValue())
        if (entries.length === 0) return <span className="text-ink-3">{words.none}</span>
        return entries.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ')
      },
    }),
    column.accessor('created_date', {
      header: words.since,
      meta: { className: 'hidden w-32 text-sm text-ink-2 @5xl:table-cell' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
    column.display({
      id: 'actions',
      header: words.actions,
      meta: { isHeaderHidden: true, className: 'w-16 text-end sm:w-20' },
      cell: ({ row: { original } }) => (
        <Menu
          label={fill(words.actionsForOriginal, { original: nameOf(original) })}
          trigger={
            <IconButton
              icon={Ellipsis}
              label={fill(words.actionsForOriginal, { original: nameOf(original) })}
            />
          }
        >
          <MenuItem icon={UserCog} onAction={() => onAct({ kind: 'change', user: original })}>
            {words.changeRoleAndData}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={UserMinus} tone="danger" onAction={() => onAct({ kind: 'remove', user: original })}>
            {words.removeFromTheApp}
          </MenuItem>
        </Menu>
      ),
    }),
  ])
}
