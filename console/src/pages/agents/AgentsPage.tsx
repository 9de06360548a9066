import type { Agent } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Bot, Ellipsis, MessageSquare, Plus, Settings2, Webhook } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { load } from '../../api.ts'
import { fill, fillWith } from '../../language/fill.ts'
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
import { words } from './words.ts'

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
      {words.newAgent}
    </Button>
  )

  return (
    <>
      <PageHeader title={words.agents} description={words.assistantsThatPeopleAnd} actions={createButton} />
      {page.items.length === 0 && !view.search ? (
        <EmptyState icon={Bot} title={words.noAgentsYet} action={createButton}>
          {words.tellAnAgentWhat}
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
            label={words.agents}
            columns={columns}
            page={page}
            nouns={['agent', 'agents']}
            rowName={({ name }) => name}
            onClear={() => show({ search: undefined })}
          >
            {fillWith(words.noNameContainsSearch, { search: view.search })}
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
      header: words.name,
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
      header: words.instructions,
      meta: { className: 'hidden w-[36%] text-sm text-ink-2 @3xl:table-cell' },
      cell: ({ getValue }) => getValue() || <span className="text-ink-3">{words.none}</span>,
    }),
    column.accessor('updated_date', {
      header: words.updated,
      meta: { className: 'hidden w-36 text-sm text-ink-2 @lg:table-cell' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
    column.display({
      id: 'actions',
      header: words.actions,
      meta: { isHeaderHidden: true, className: 'w-16 text-end sm:w-20' },
      cell: ({ row: { original } }) => <RowMenu workspaceId={workspaceId} agent={original} />,
    }),
  ])
}

function RowMenu({ workspaceId, agent }: { workspaceId: string; agent: Agent }) {
  const { id, name } = agent
  return (
    <Menu
      label={fill(words.actionsForName, { name })}
      trigger={<IconButton icon={Ellipsis} label={fill(words.actionsForName, { name })} />}
    >
      <MenuItem icon={MessageSquare} href={paths.agent(workspaceId, id)}>
        {words.chat}
      </MenuItem>
      <MenuItem
        icon={Webhook}
        href={paths.webhooks(workspaceId, { kind: 'agent', id })}
        disabledReason={unlessAllowed(canEditApp(agent), NEEDS_AGENT_EDITOR)}
      >
        {words.webhooks}
      </MenuItem>
      <MenuItem icon={Settings2} href={paths.appSettings(workspaceId, id)}>
        {words.settings}
      </MenuItem>
    </Menu>
  )
}
