import type { Member } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router'
import { load } from '../../api.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { type MembersView, paths } from '../../paths.ts'
import { queries } from '../../queries.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { FilterField } from '../../table/FilterField.tsx'
import { Pager } from '../../table/Pager.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { useCursorPages } from '../../table/use-cursor-pages.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'

export function loader({ request, params: { workspace_id = '' } }: LoaderFunctionArgs) {
  return load(request, queries.members(workspace_id, viewOf(new URL(request.url).searchParams)))
}

export function Component() {
  const { id: workspaceId } = useWorkspace()
  const view = viewOf(useSearchParams()[0])
  const { data: page } = useSuspenseQuery(queries.members(workspaceId, view))
  const pages = useCursorPages(page.next_cursor)
  const navigate = useNavigate()
  const show = (change: MembersView) =>
    void navigate(paths.members(workspaceId, { search: view.search, sort: view.sort, ...change }), {
      replace: 'search' in change,
    })

  return (
    <>
      <PageHeader title="Members" description="Everyone in this workspace, and those who were invited." />
      <Toolbar label="Filter members">
        <FilterField
          label="Search members"
          placeholder="Name or email"
          value={view.search ?? ''}
          onChange={(search) => show({ search: search || undefined })}
          className="w-full sm:w-72"
        />
      </Toolbar>
      {page.members.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title="Nobody found"
          action={<Button onPress={() => show({ search: undefined })}>Clear search</Button>}
        >
          No name or email contains “{view.search}”.
        </EmptyState>
      ) : (
        <>
          <DataTable
            label="Members"
            columns={COLUMNS}
            rows={page.members}
            rowId={({ email }) => email}
            rowName={({ full_name, email }) => full_name || email}
            sort={{ value: view.sort ?? '', onChange: (sort) => show({ sort }) }}
          />
          <Pager {...pages} count={page.members.length} total={page.total} noun="members" />
        </>
      )}
    </>
  )
}

const column = columnsOf<Member>()

const COLUMNS = column.columns([
  column.accessor('full_name', {
    header: 'Member',
    meta: { sortBy: 'member', isRowHeader: true, className: '@2xl:w-[30%]' },
    cell: ({ row: { original } }) => (
      <div className="flex items-center gap-3">
        <Avatar name={original.full_name || original.email} />
        <div className="min-w-0">
          <p className="truncate font-medium">{original.full_name || original.email}</p>
          {original.full_name && <p className="truncate text-sm text-ink-3 @2xl:hidden">{original.email}</p>}
        </div>
      </div>
    ),
  }),
  column.accessor('email', {
    header: 'Email',
    meta: { className: 'hidden w-[28%] text-sm text-ink-2 @2xl:table-cell' },
  }),
  column.accessor('role', {
    header: 'Role',
    meta: { sortBy: 'role', className: 'w-24 text-sm text-ink-2 capitalize @lg:w-auto' },
  }),
  column.accessor('access_state', {
    header: 'Status',
    meta: { className: 'hidden text-sm text-ink-2 @lg:table-cell' },
    cell: ({ getValue }) => <Status state={getValue()} />,
  }),
  column.accessor('last_seen', {
    header: 'Last seen',
    meta: { className: 'hidden text-sm text-ink-2 @xl:table-cell' },
    cell: ({ getValue }) => <Time at={getValue()} />,
  }),
])

function Status({ state }: { state: Member['access_state'] }) {
  if (state === 'active') return <StatusDot tone="good">Active</StatusDot>
  if (state === 'suspended') return <StatusDot tone="danger">Suspended</StatusDot>
  if (state === 'invited') return <StatusDot tone="open">Invited</StatusDot>
  return <StatusDot tone="caution">Invitation expired</StatusDot>
}

function viewOf(search: URLSearchParams): MembersView {
  return {
    search: search.get('search') ?? undefined,
    sort: search.get('sort') ?? undefined,
    cursor: search.get('cursor') ?? undefined,
  }
}
