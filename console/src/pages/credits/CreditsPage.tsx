import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Coins, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { type LoaderFunctionArgs, useNavigate } from 'react-router'
import { load } from '../../api.ts'
import { dayOf, formatDay } from '../../days.ts'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { CREDIT_KINDS, type CreditsView, paths } from '../../paths.ts'
import { canAdminister } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { ChoiceFilter } from '../../table/ChoiceFilter.tsx'
import { DataTable } from '../../table/DataTable.tsx'
import { DayFilter } from '../../table/DayFilter.tsx'
import { FilterChips } from '../../table/FilterChips.tsx'
import { Pager } from '../../table/Pager.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { useCursorPages } from '../../table/use-cursor-pages.ts'
import { useView } from '../../table/use-view.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { MembersHeader } from '../members/MembersHeader.tsx'
import { CreditTotals } from './CreditTotals.tsx'
import { creditColumns } from './credit-columns.tsx'
import { KIND_LABELS } from './credit-words.ts'
import { MemberFilter } from './MemberFilter.tsx'
import { words } from './words.ts'

export function loader({ request, params: { workspace_id = '' } }: LoaderFunctionArgs) {
  const view = viewOf(new URL(request.url).searchParams)
  return load(request, queries.credits(workspace_id), queries.creditUses(workspace_id, view))
}

export function Component() {
  return (
    <>
      <MembersHeader />
      <CreditTotals />
      <Ledger />
    </>
  )
}

const KINDS = CREDIT_KINDS.map((id) => ({ id, label: KIND_LABELS[id] }))

/** What credits were used for, newest first. */
function Ledger() {
  const { id: workspaceId, user_role } = useWorkspace()
  const isAdmin = canAdminister(user_role)
  const [view, show] = useView(viewOf, (next) => paths.credits(workspaceId, next))
  const { data: page } = useSuspenseQuery(queries.creditUses(workspaceId, view))
  const pages = useCursorPages(page.next_cursor)
  const apps = useAppNames(workspaceId)
  const navigate = useNavigate()
  const columns = useMemo(() => creditColumns(workspaceId, apps), [workspaceId, apps])
  const { user, app, kind, from, to } = view
  const userName = page.items.find(({ user_id }) => user_id === user)?.user_email ?? user
  const chips = [
    user && {
      id: 'user',
      label: fill(words.memberUserName, { userName: userName ?? '' }),
      onRemove: () => show({ user: undefined }),
    },
    app && {
      id: 'app',
      label: fill(words.appApp, { app: apps.get(app) ?? app }),
      onRemove: () => show({ app: undefined }),
    },
    kind && { id: 'kind', label: KIND_LABELS[kind], onRemove: () => show({ kind: undefined }) },
    from && {
      id: 'from',
      label: fill(words.fromFrom, { from: formatDay(from) }),
      onRemove: () => show({ from: undefined }),
    },
    to && {
      id: 'to',
      label: fill(words.untilTo, { to: formatDay(to) }),
      onRemove: () => show({ to: undefined }),
    },
  ].filter((chip) => typeof chip === 'object')

  return (
    <section aria-labelledby="ledger">
      <h2 id="ledger" className="px-5 pt-2 pb-3 text-lg font-semibold tracking-tight sm:px-8">
        {isAdmin ? words.everyUse : words.yourUses}
      </h2>
      <Toolbar label={words.filterUsesOfCredits}>
        {isAdmin && <MemberFilter onChoose={(userId) => show({ user: userId })} />}
        <ChoiceFilter
          label={words.app}
          every={words.anyApp}
          options={[...apps].map(([id, label]) => ({ id, label }))}
          value={app && apps.has(app) ? app : undefined}
          onChange={(chosen) => show({ app: chosen })}
          className="min-w-36 flex-1 sm:w-48 sm:flex-none"
        />
        <ChoiceFilter
          label={words.usedFor}
          every={words.anyUse}
          options={KINDS}
          value={kind}
          onChange={(chosen) => show({ kind: chosen })}
          className="min-w-36 flex-1 sm:w-44 sm:flex-none"
        />
        <div className="flex w-full flex-wrap gap-3 sm:w-auto">
          <DayFilter label={words.from} value={from} onChange={(day) => show({ from: day })} />
          <DayFilter label={words.until} value={to} onChange={(day) => show({ to: day })} />
        </div>
      </Toolbar>
      <FilterChips chips={chips} onClear={() => void navigate(paths.credits(workspaceId))} />
      {page.items.length > 0 ? (
        <>
          <DataTable
            label={words.usesOfCredits}
            columns={columns}
            rows={page.items}
            rowId={({ id }) => id}
            rowName={({ kind: used, id }) => `${KIND_LABELS[used]} ${id}`}
          />
          <Pager {...pages} count={page.items.length} noun={page.items.length === 1 ? 'use' : 'uses'} />
        </>
      ) : chips.length > 0 ? (
        <EmptyState icon={SearchX} title={words.noSuchUses}>
          {words.noCreditsWereUsed}
        </EmptyState>
      ) : (
        <EmptyState icon={Coins} title={words.noCreditsUsedYet}>
          {words.eachReplyOfAn}
        </EmptyState>
      )}
    </section>
  )
}

/** The ledger has ids; names are known of the apps one can open, a hundred of them to start with. */
function useAppNames(workspaceId: string): ReadonlyMap<string, string> {
  const { data } = useInfiniteQuery(queries.appChoices(workspaceId))
  return useMemo(
    () =>
      new Map(
        (data?.pages ?? []).flatMap(({ items }) =>
          items.map(({ id = '', name = '' }): [string, string] => [id, name]),
        ),
      ),
    [data],
  )
}

function viewOf(search: URLSearchParams): CreditsView {
  return {
    user: search.get('user') || undefined,
    app: search.get('app') || undefined,
    kind: CREDIT_KINDS.find((known) => known === search.get('kind')),
    from: dayOf(search.get('from')),
    to: dayOf(search.get('to')),
    cursor: search.get('cursor') ?? undefined,
  }
}
