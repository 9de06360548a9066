import type { AnswerOf, Member, Operations } from '@atrium/sdk'
import type { RowSelectionState } from '@tanstack/react-table'
import { Gauge, MailPlus, UserCog } from 'lucide-react'
import { useMemo, useState } from 'react'
import { fill } from '../../language/fill.ts'
import { useMe, useWorkspace } from '../../layout/use-workspace.ts'
import type { MembersView } from '../../paths.ts'
import { canAdminister, hasBusinessPlan, NEEDS_BUSINESS, unlessAllowed } from '../../permissions.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { Pager } from '../../table/Pager.tsx'
import { SelectionBar } from '../../table/SelectionBar.tsx'
import { useCursorPages } from '../../table/use-cursor-pages.ts'
import { Button } from '../../ui/Button.tsx'
import { type MemberAct, MemberDialogs } from './MemberDialogs.tsx'
import { memberColumns } from './member-columns.tsx'
import { countPeople, isInvitation, nameOf } from './member-words.ts'
import { useResend } from './use-resend.ts'
import { words } from './words.ts'

interface MemberListProps {
  page: AnswerOf<Operations['members']['list']>
  view: MembersView
  show: (change: MembersView) => void
}

/** The bounds of the API for changes at once. */
const MOST_CHANGES = 200
const MOST_RESENDS = 50

export function MemberList({ page, view, show }: MemberListProps) {
  const workspace = useWorkspace()
  const me = useMe()
  const isAdmin = canAdminister(workspace.user_role)
  const pages = useCursorPages(page.next_cursor)
  const { selected, selection, clear } = useSelectedMembers(page.members)
  const [act, setAct] = useState<MemberAct | null>(null)
  const resend = useResend(setAct)
  const { mutate: resendTo } = resend
  const columns = useMemo(
    () => memberColumns({ workspace, me, onAct: setAct, onResend: (email) => resendTo([email]) }),
    [workspace, me, resendTo],
  )
  const invited = selected.filter(isInvitation)
  const tooMany = unlessAllowed(
    selected.length <= MOST_CHANGES,
    fill(words.atMostMostChangesAt, { mostChanges: MOST_CHANGES }),
  )

  return (
    <>
      <DataTable
        label={words.members}
        columns={columns}
        rows={page.members}
        rowId={({ email }) => email}
        rowName={nameOf}
        sort={{ value: view.sort ?? '', onChange: (sort) => show({ sort }) }}
        {...(isAdmin && { selection })}
      />
      <Pager
        {...pages}
        count={page.members.length}
        total={page.total}
        noun={page.total === 1 ? 'member' : 'members'}
      />
      {selected.length > 0 && (
        <SelectionBar
          label={words.selectedMembers}
          text={fill(words.countSelected, { count: countPeople(selected.length) })}
          onClear={clear}
        >
          <Button
            size="sm"
            icon={UserCog}
            onPress={() => setAct({ kind: 'role', members: selected })}
            disabledReason={tooMany}
          >
            {words.changeRole}
          </Button>
          <Button
            size="sm"
            icon={Gauge}
            onPress={() => setAct({ kind: 'limit', members: selected })}
            disabledReason={tooMany ?? unlessAllowed(hasBusinessPlan(workspace), NEEDS_BUSINESS)}
          >
            {words.changeCreditLimit}
          </Button>
          {invited.length > 0 && (
            <Button
              size="sm"
              icon={MailPlus}
              isPending={resend.isPending}
              onPress={() => resendTo(invited.map(({ email }) => email))}
              disabledReason={unlessAllowed(
                invited.length <= MOST_RESENDS,
                fill(words.atMostMostResendsAt, { mostResends: MOST_RESENDS }),
              )}
            >
              {invited.length === 1
                ? words.sendInvitationAgain
                : fill(words.sendCountInvitationsAgain, { count: invited.length })}
            </Button>
          )}
        </SelectionBar>
      )}
      {act && <MemberDialogs act={act} page={page} onClose={() => setAct(null)} onDone={clear} />}
    </>
  )
}

/** Who is selected, also on other pages of the list. */
function useSelectedMembers(shown: readonly Member[]) {
  const [kept, setKept] = useState<Record<string, Member>>({})
  // Someone on this page may have changed since they were selected.
  const now = new Map(shown.map((member) => [member.email, member]))
  const selected = Object.values(kept).map((member) => now.get(member.email) ?? member)
  return {
    selected,
    clear: () => setKept({}),
    selection: {
      value: Object.fromEntries(Object.keys(kept).map((email) => [email, true as const])),
      onChange: (next: RowSelectionState) =>
        setKept(
          Object.fromEntries(
            Object.keys(next)
              .filter((email) => next[email])
              .flatMap((email) => {
                const member = now.get(email) ?? kept[email]
                return member ? [[email, member]] : []
              }),
          ),
        ),
    },
  }
}
