import type { Agent } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Bot, Ellipsis, MessageSquare, Plus, Settings2, Webhook } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { load } from '../../api.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canEdit, canEditApp, NEEDS_AGENT_EDITOR, NEEDS_EDITOR, unlessAllowed } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { Pager } from '../../table/Pager.tsx'
import { useCursorPages } from '../../table/use-cursor-pages.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { Time } from '../../ui/Time.tsx'
import { AppIcon } from '../apps/AppIcon.tsx'
import { CreateAgent } from './CreateAgent.tsx'

export function loader({ request, params: { workspace_id = '' } }: LoaderFunctionArgs) {
  return load(request, queries.agents(workspace_id, cursorOf(new URL(request.url).searchParams)))
}

export function Component() {
  const { id: workspaceId, user_role } = useWorkspace()
  const { data: page } = useSuspenseQuery(queries.agents(workspaceId, cursorOf(useSearchParams()[0])))
  const pages = useCursorPages(page.next_cursor)
  const [isCreating, setCreating] = useState(false)
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
      {page.items.length === 0 ? (
        <EmptyState icon={Bot} title="No agents yet" action={createButton}>
          Tell an agent what it should know and how to behave, then talk to it here or through the API.
        </EmptyState>
      ) : (
        <>
          <DataTable
            label="Agents"
            columns={columns}
            rows={page.items}
            rowId={({ id }) => id}
            rowName={({ name }) => name}
          />
          <Pager {...pages} count={page.items.length} noun={page.items.length === 1 ? 'agent' : 'agents'} />
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

function cursorOf(search: URLSearchParams) {
  return search.get('cursor') ?? undefined
}
