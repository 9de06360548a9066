import type { Agent } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Bot, Ellipsis, MessageSquare, Plus, Settings2, Webhook } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { load } from '../../api.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { useCreateAction } from '../../layout/use-create-action.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canEdit, canEditApp, NEEDS_AGENT_EDITOR, NEEDS_EDITOR, unlessAllowed } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { columnsOf } from '../../table/data-table-features.ts'
import { FilteredTable } from '../../table/FilteredTable.tsx'
import { NameFilter } from '../../table/NameFilter.tsx'
import { namedViewOf } from '../../table/named-view.ts'
import { useView } from '../../table/use-view.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { Time } from '../../ui/Time.tsx'
import { AppIcon } from '../apps/AppIcon.tsx'
import { CreateAgent } from './CreateAgent.tsx'

export function loader({ request, params: { workspace_id = '' } }: LoaderFunctionArgs) {
  return load(request, queries.agents(workspace_id, namedViewOf(new URL(request.url).searchParams)))
}

export function Component() {
  const { id: workspaceId, user_role } = useWorkspace()
  const [view, show] = useView(namedViewOf, (next) => paths.agents(workspaceId, next))
  const { data: page } = useSuspenseQuery(queries.agents(workspaceId, view))
  const [isCreating, setCreating] = useState(false)
  useCreateAction(() => setCreating(true), canEdit(user_role))
  const columns = useMemo(() => agentColumns(workspaceId), [workspaceId])
  const createButton = (
    <Button
      look="primary"
      icon={Plus}
      onPress={() => setCreating(true)}
      disabledReason={unlessAllowed(canEdit(user_role), NEEDS_EDITOR)}
    >
      New agent
    </Button>
  )

  return (
    <>
      <PageHeader
        title="Agents"
        description="Assistants that people and programs talk to."
        actions={createButton}
      />
      {page.items.length === 0 && !view.search ? (
        <EmptyState icon={Bot} title="No agents yet" action={createButton}>
          Tell an agent what it should know and how to behave, then talk to it here or through the API.
        </EmptyState>
      ) : (
        <>
          <NameFilter
            what="agents"
            value={view.search}
            // Typing makes many addresses; the way back skips them.
            onChange={(search) => show({ search }, { replace: true })}
          />
          <FilteredTable
            label="Agents"
            columns={columns}
            page={page}
            nouns={['agent', 'agents']}
            rowName={({ name }) => name}
            onClear={() => show({ search: undefined })}
          >
            No name contains “{view.search}”.
          </FilteredTable>
        </>
      )}
      {isCreating && <CreateAgent onClose={() => setCreating(false)} />}
    </>
  )
}

const column = columnsOf<Agent>()

function agentColumns(workspaceId: string) {
  return column.columns([
    column.accessor('name', {
      header: 'Name',
      meta: { isRowHeader: true },
      cell: ({ row: { original } }) => (
        <div className="flex items-center gap-3">
          <AppIcon kind="agent" />
          <div className="min-w-0">
            <Link
              to={paths.agent(workspaceId, original.id)}
              className="block truncate font-medium text-ink hover:text-accent hover:underline"
            >
              {original.name}
            </Link>
            {original.description && (
              <p className="truncate text-sm leading-4.5 text-ink-3">{original.description}</p>
            )}
          </div>
        </div>
      ),
    }),
    column.accessor('instructions', {
      header: 'Instructions',
      meta: { className: 'hidden w-[36%] text-sm text-ink-2 @3xl:table-cell' },
      cell: ({ getValue }) => getValue() || <span className="text-ink-3">None</span>,
    }),
    column.accessor('updated_date', {
      header: 'Updated',
      meta: { className: 'hidden w-36 text-sm text-ink-2 @lg:table-cell' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      meta: { isHeaderHidden: true, className: 'w-16 text-right sm:w-20' },
      cell: ({ row: { original } }) => <RowMenu workspaceId={workspaceId} agent={original} />,
    }),
  ])
}

function RowMenu({ workspaceId, agent }: { workspaceId: string; agent: Agent }) {
  const { id, name } = agent
  return (
    <Menu
      label={`Actions for ${name}`}
      trigger={<IconButton icon={Ellipsis} label={`Actions for ${name}`} />}
    >
      <MenuItem icon={MessageSquare} href={paths.agent(workspaceId, id)}>
        Chat
      </MenuItem>
      <MenuItem
        icon={Webhook}
        href={paths.webhooks(workspaceId, { kind: 'agent', id })}
        disabledReason={unlessAllowed(canEditApp(agent), NEEDS_AGENT_EDITOR)}
      >
        Webhooks
      </MenuItem>
      <MenuItem icon={Settings2} href={paths.appSettings(workspaceId, id)}>
        Settings
      </MenuItem>
    </Menu>
  )
}
