import type { AuditEntry } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ScrollText, SearchX, ShieldAlert } from 'lucide-react'
import type { LoaderFunctionArgs } from 'react-router'
import { load, queryClient } from '../../api.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { type AuditView, paths } from '../../paths.ts'
import { canAdminister } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { FilterField } from '../../table/FilterField.tsx'
import { Pager } from '../../table/Pager.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { useCursorPages } from '../../table/use-cursor-pages.ts'
import { useView } from '../../table/use-view.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Time } from '../../ui/Time.tsx'
import { ActionFilter } from './ActionFilter.tsx'
import { AuditDetail } from './AuditDetail.tsx'
import { actorOf, targetOf } from './audit-words.ts'
import { words } from './words.ts'

export async function loader({ request, params: { workspace_id = '' } }: LoaderFunctionArgs) {
  // The role first: to others the server refuses the log, and the page explains that better than an error.
  await load(request, queries.session())
  const me = queryClient.getQueryData(queries.session().queryKey)
  const role = me?.workspaces.find(({ id }) => id === workspace_id)?.user_role
  if (!role || !canAdminister(role)) return null
  return load(request, queries.audit(workspace_id, viewOf(new URL(request.url).searchParams)))
}

export function Component() {
  const { user_role } = useWorkspace()
  return (
    <>
      <PageHeader title={words.auditLog} description={words.whoDidWhatFrom} />
      {canAdminister(user_role) ? (
        <AuditList />
      ) : (
        <EmptyState icon={ShieldAlert} title={words.forOwnersAndAdmins}>
          {words.theAuditLogShows}
        </EmptyState>
      )}
    </>
  )
}

function AuditList() {
  const { id: workspaceId } = useWorkspace()
  const [view, show] = useView(viewOf, (next) => paths.audit(workspaceId, next))
  const { data: page } = useSuspenseQuery(queries.audit(workspaceId, view))
  const pages = useCursorPages(page.next_cursor)
  const { action, actor_email } = view
  const filter = (change: AuditView) => show(change, { replace: true })
  const isFiltered = action !== undefined || actor_email !== undefined

  return (
    <>
      <Toolbar label={words.filterTheAuditLog}>
        <ActionFilter value={action ?? ''} onChange={(next) => filter({ action: next || undefined })} />
        <FilterField
          label={words.actor}
          placeholder={words.emailOfTheActor}
          value={actor_email ?? ''}
          onChange={(next) => filter({ actor_email: next || undefined })}
          className="w-full sm:w-64"
        />
        {isFiltered && (
          <Button look="quiet" onPress={() => filter({ action: undefined, actor_email: undefined })}>
            {words.clearFilters}
          </Button>
        )}
      </Toolbar>
      {page.items.length > 0 ? (
        <>
          <DataTable
            label={words.auditLog}
            columns={COLUMNS}
            rows={page.items}
            rowId={({ id }) => id}
            rowName={({ action: name, target_id }) => `${name} ${target_id}`}
            detail={(entry) => <AuditDetail entry={entry} />}
          />
          <Pager {...pages} count={page.items.length} noun={page.items.length === 1 ? 'entry' : 'entries'} />
        </>
      ) : isFiltered ? (
        <EmptyState icon={SearchX} title={words.noSuchEntries}>
          {words.nothingInTheLog}
        </EmptyState>
      ) : (
        <EmptyState icon={ScrollText} title={words.nothingHasHappenedYet}>
          {words.signInsAndChanges}
        </EmptyState>
      )}
    </>
  )
}

const column = columnsOf<AuditEntry>()

const COLUMNS = column.columns([
  column.accessor('action', {
    header: words.action,
    meta: { isRowHeader: true, className: 'w-full max-w-0 @2xl:w-[26%]' },
    cell: ({ row: { original } }) => (
      <>
        <p className="truncate font-mono text-sm">{original.action}</p>
        <p className="truncate text-xs text-ink-3 @2xl:hidden">{actorOf(original)}</p>
      </>
    ),
  }),
  column.accessor('actor_email', {
    header: words.actor,
    meta: { className: 'hidden w-[28%] max-w-0 text-sm text-ink-2 @2xl:table-cell' },
    cell: ({ row: { original } }) => (
      <span className={original.actor_email ? undefined : 'text-ink-3'}>{actorOf(original)}</span>
    ),
  }),
  column.accessor('target_type', {
    header: words.target,
    meta: { className: 'hidden w-[32%] max-w-0 text-sm text-ink-2 @3xl:table-cell' },
    cell: ({ row: { original } }) => (
      <span className="flex items-baseline gap-1.5">
        {original.target_type}
        <span className="truncate text-ink-3">{targetOf(original)}</span>
      </span>
    ),
  }),
  column.accessor('address', {
    header: words.address,
    meta: { className: 'hidden text-sm text-ink-2 @5xl:table-cell' },
    cell: ({ getValue }) => <span className="font-mono text-xs">{getValue() ?? '–'}</span>,
  }),
  column.accessor('created_date', {
    header: words.time,
    meta: { className: 'text-sm text-ink-2' },
    cell: ({ getValue }) => <Time at={getValue()} />,
  }),
])

function viewOf(search: URLSearchParams): AuditView {
  return {
    action: search.get('action') ?? undefined,
    actor_email: search.get('actor_email') ?? undefined,
    cursor: search.get('cursor') ?? undefined,
  }
}
