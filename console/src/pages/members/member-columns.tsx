import type { Me, Member, Workspace } from '@atrium/sdk'
import { fill, fillWith } from '../../language/fill.ts'
import { canAdminister } from '../../permissions.ts'
import { columnsOf } from '../../table/data-table-features.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { CreditMeter } from './CreditMeter.tsx'
import type { MemberAct } from './MemberDialogs.tsx'
import { MemberMenu } from './MemberMenu.tsx'
import { formatNumber, isInvitation, nameOf, ROLE_LABELS } from './member-words.ts'
import { words } from './words.ts'

interface ColumnNeeds {
  workspace: Workspace
  me: Me
  onAct: (act: MemberAct) => void
  onResend: (email: string) => void
}

const column = columnsOf<Member>()
const HIDDEN = words.onlyOwnersAndAdmins

export function memberColumns(needs: ColumnNeeds) {
  const { workspace, me } = needs
  const isAdmin = canAdminister(workspace.user_role)
  const isVisible = ({ user_id }: Member) => isAdmin || user_id === me.id

  return column.columns([
    column.accessor('full_name', {
      header: words.member,
      meta: { sortBy: 'member', isRowHeader: true },
      cell: ({ row: { original } }) => (
        <Who member={original} isMe={original.user_id === me.id} isVisible={isVisible(original)} />
      ),
    }),
    column.accessor('role', {
      header: words.role,
      meta: { sortBy: 'role', className: 'hidden w-20 text-sm text-ink-2 @lg:table-cell' },
      cell: ({ getValue }) => ROLE_LABELS[getValue()],
    }),
    column.accessor('access_state', {
      header: words.status,
      meta: { className: 'hidden w-38 text-sm text-ink-2 @3xl:table-cell' },
      cell: ({ getValue }) => <Status state={getValue()} />,
    }),
    column.display({
      id: 'apps',
      header: words.apps,
      meta: { sortBy: 'apps', className: 'hidden w-18 text-sm text-ink-2 tabular-nums @5xl:table-cell' },
      cell: ({ row: { original } }) => (
        <Owned owned={original.apps_owned} shared={original.apps_shared} of={original} />
      ),
    }),
    column.display({
      id: 'agents',
      header: words.agents,
      meta: { sortBy: 'agents', className: 'hidden w-20 text-sm text-ink-2 tabular-nums @5xl:table-cell' },
      cell: ({ row: { original } }) => (
        <Owned owned={original.agents_owned} shared={original.agents_shared} of={original} />
      ),
    }),
    column.accessor('credits_used', {
      header: words.creditsThisMonth,
      meta: {
        ...(isAdmin && { sortBy: 'credits' }),
        className: 'hidden w-40 text-sm text-ink-2 @2xl:table-cell',
      },
      cell: ({ row: { original } }) =>
        isVisible(original) ? <Credits member={original} /> : <Hidden member={original} />,
    }),
    column.accessor('last_active', {
      header: words.lastActive,
      meta: { sortBy: 'last_active', className: 'hidden w-30 text-sm text-ink-2 @4xl:table-cell' },
      cell: ({ row: { original } }) =>
        isInvitation(original) ? <None /> : <Time at={original.last_active} />,
    }),
    column.accessor('last_seen', {
      header: words.lastSeen,
      meta: { className: 'hidden w-28 text-sm text-ink-2 @6xl:table-cell' },
      cell: ({ row: { original } }) => {
        if (isInvitation(original)) return <None />
        return isVisible(original) ? <Time at={original.last_seen} /> : <Hidden member={original} />
      },
    }),
    ...(isAdmin
      ? [
          column.display({
            id: 'actions',
            header: words.actions,
            meta: { isHeaderHidden: true, className: 'w-16 text-end sm:w-20' },
            cell: ({ row: { original } }) => <MemberMenu member={original} {...needs} />,
          }),
        ]
      : []),
  ])
}

/** Below the name stands what the columns have no room for. */
function Who({ member, isMe, isVisible }: { member: Member; isMe: boolean; isVisible: boolean }) {
  return (
    <div className="flex items-center gap-3">
      <Avatar name={nameOf(member)} />
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <span className="truncate font-medium">{nameOf(member)}</span>
          {isMe && <Badge>{words.you}</Badge>}
        </p>
        {member.full_name && <p className="truncate text-sm leading-4.5 text-ink-3">{member.email}</p>}
        <p className="flex items-center gap-2 text-sm leading-4.5 text-ink-3 @3xl:hidden">
          <span className="@lg:hidden">{ROLE_LABELS[member.role]}</span>
          <Status state={member.access_state} />
        </p>
        {isVisible && !isInvitation(member) && (
          <div className="mt-0.5 text-sm leading-4.5 text-ink-3 @2xl:hidden">
            <Credits member={member} />
          </div>
        )}
      </div>
    </div>
  )
}

function Status({ state }: { state: Member['access_state'] }) {
  if (state === 'active') return <StatusDot tone="good">{words.active}</StatusDot>
  if (state === 'suspended') return <StatusDot tone="danger">{words.suspended}</StatusDot>
  if (state === 'invited') return <StatusDot tone="open">{words.invited}</StatusDot>
  return <StatusDot tone="caution">{words.invitationExpired}</StatusDot>
}

/** Sorting and filtering count both together, so the sum stands first. */
function Owned({ owned, shared, of }: { owned: number; shared: number; of: Member }) {
  if (isInvitation(of)) return <None />
  return (
    <span title={fill(words.ownedOwnedSharedShared, { owned, shared })}>{formatNumber(owned + shared)}</span>
  )
}

function Credits({ member }: { member: Member }) {
  const { credits_used, credit_limit, is_default_limit } = member
  if (isInvitation(member)) return <None />
  const used = credits_used ?? 0
  return (
    <div className="w-36 max-w-full @2xl:w-32">
      <p className="flex items-baseline gap-1.5 tabular-nums">
        <span className="truncate">
          {credit_limit === null ? (
            formatNumber(used)
          ) : (
            <span className="text-ink-3">
              {fillWith(words.usedOfLimit, {
                used: <span className="text-ink">{formatNumber(used)}</span>,
                limit: formatNumber(credit_limit),
              })}
            </span>
          )}
          {/* Where no header says what the numbers are. */}
          <span className="text-ink-3 @2xl:hidden"> {words.credits2}</span>
        </span>
        {!is_default_limit && <span className="text-xs text-ink-3">{words.own}</span>}
      </p>
      <CreditMeter
        label={fill(words.creditsOfMember, { member: nameOf(member) })}
        used={used}
        limit={credit_limit}
        size="full"
      />
    </div>
  )
}

function Hidden({ member }: { member: Member }) {
  if (isInvitation(member)) return <None />
  return (
    <span title={HIDDEN} className="text-ink-3">
      {words.hidden}
    </span>
  )
}

function None() {
  return (
    <span aria-hidden className="text-ink-3">
      –
    </span>
  )
}
