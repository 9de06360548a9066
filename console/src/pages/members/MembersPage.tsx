import { useSuspenseQuery } from '@tanstack/react-query'
import { Gauge, SearchX, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useNavigate } from 'react-router'
import { load } from '../../api.ts'
import { fill } from '../../language/fill.ts'
import { useCreateAction } from '../../layout/use-create-action.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { membersViewOf } from '../../members-view.ts'
import { type MembersView, paths } from '../../paths.ts'
import { canAdminister, hasBusinessPlan, NEEDS_BUSINESS, unlessAllowed } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { useView } from '../../table/use-view.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { DefaultLimit } from './DefaultLimit.tsx'
import { filtersOn } from './filters-on.ts'
import { InviteMembers } from './InviteMembers.tsx'
import { MemberFilters } from './MemberFilters.tsx'
import { MemberList } from './MemberList.tsx'
import { MembersHeader } from './MembersHeader.tsx'
import { formatNumber } from './member-words.ts'
import { words } from './words.ts'

export function loader({ request, params: { workspace_id = '' } }: LoaderFunctionArgs) {
  return load(request, queries.members(workspace_id, membersViewOf(new URL(request.url).searchParams)))
}

export function Component() {
  const workspace = useWorkspace()
  const { id: workspaceId } = workspace
  const isAdmin = canAdminister(workspace.user_role)
  const [view, showView] = useView(membersViewOf, (next) => paths.members(workspaceId, next))
  // Typing makes many addresses; the way back skips them.
  const show = (change: MembersView) => showView(change, { replace: 'search' in change })
  const { data: page } = useSuspenseQuery(queries.members(workspaceId, view))
  const [dialog, setDialog] = useState<'invite' | 'limit' | null>(null)
  const closeDialog = () => setDialog(null)
  useCreateAction(() => setDialog('invite'), isAdmin)
  const navigate = useNavigate()
  const { default_member_credit_limit: defaultLimit, monthly_limit } = page

  return (
    <>
      <MembersHeader
        actions={
          isAdmin && (
            <>
              <Button
                icon={Gauge}
                onPress={() => setDialog('limit')}
                disabledReason={unlessAllowed(hasBusinessPlan(workspace), NEEDS_BUSINESS)}
              >
                {fill(words.defaultLimitNone, {
                  none: defaultLimit === null ? 'none' : formatNumber(defaultLimit),
                })}
              </Button>
              <Button look="primary" icon={UserPlus} onPress={() => setDialog('invite')}>
                {words.invitePeople}
              </Button>
            </>
          )
        }
      />
      <MemberFilters view={view} show={show} />
      {!isAdmin && (
        <div className="px-5 pb-4 sm:px-8">
          <Notice>{words.ofCreditsAndLast}</Notice>
        </div>
      )}
      {page.members.length > 0 ? (
        <MemberList page={page} view={view} show={show} />
      ) : (
        <EmptyState
          icon={SearchX}
          title={words.nobodyFound}
          action={
            <>
              {view.search && (
                <Button onPress={() => show({ search: undefined })}>{words.clearSearch}</Button>
              )}
              <Button onPress={() => void navigate(paths.members(workspaceId))}>{words.showEveryone}</Button>
            </>
          }
        >
          {whyNobody(view)}
        </EmptyState>
      )}
      {dialog === 'invite' && <InviteMembers onClose={closeDialog} />}
      {dialog === 'limit' && (
        <DefaultLimit current={defaultLimit} monthlyLimit={monthly_limit} onClose={closeDialog} />
      )}
    </>
  )
}

function whyNobody(view: MembersView) {
  if (filtersOn(view).length > 0) return words.nobodyFitsEverythingThat
  if (view.search) return fill(words.noNameEmailRole, { search: view.search })
  return words.thisPageOfThe
}
