import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Bot, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { type AppAgent, appAgents } from '../../app-agents-queries.ts'
import { functionsQueries } from '../../functions-queries.ts'
import { fill } from '../../language/fill.ts'
import { useCreateAction } from '../../layout/use-create-action.ts'
import { canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CodePanel } from '../docs/CodePanel.tsx'
import { toolsOf } from './agent-tools.ts'
import { DeleteAppAgent } from './DeleteAppAgent.tsx'
import { EditAppAgent } from './EditAppAgent.tsx'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return load(request, queries.app(app_id), appAgents(app_id))
}

type Open = { what: 'create' } | { what: 'edit' | 'delete'; agent: AppAgent } | null

export function Component() {
  const { app_id = '' } = useParams()
  const { data: app } = useSuspenseQuery(queries.app(app_id))
  const { data: base } = useSuspenseQuery(appAgents(app_id))
  const canEdit = canEditApp(app)
  // What tools can be chosen from: only those who edit may ask, and the page does not wait for it.
  const { data: schemas } = useQuery({ ...queries.schemas(app_id), enabled: canEdit })
  const { data: functions } = useQuery({ ...functionsQueries.list(app_id), enabled: canEdit })
  const [open, setOpen] = useState<Open>(null)
  const columns = useMemo(() => agentColumns(canEdit ? setOpen : null), [canEdit])
  useCreateAction(() => setOpen({ what: 'create' }), canEdit)
  const close = () => setOpen(null)
  const newButton = canEdit && (
    <Button look="primary" icon={Plus} onPress={() => setOpen({ what: 'create' })}>
      {words.newAgent}
    </Button>
  )
  const choices = {
    entities: Object.keys(schemas ?? {}).toSorted(),
    functions: (functions ?? []).map(({ name }) => name),
  }
  return (
    <>
      {base.items.length === 0 ? (
        <EmptyState icon={Bot} title={words.noAgentsInThis} action={newButton}>
          {words.anAgentAnswersThe}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-4 sm:px-8">
            <p className="text-ink-2">{words.theAppOpensA}</p>
            {newButton}
          </div>
          <DataTable
            label={words.agentsOfTheApp}
            columns={columns}
            rows={base.items}
            rowId={({ name }) => name}
            rowName={({ name }) => name}
          />
        </>
      )}
      <div className="px-5 py-6 sm:px-8">
        <CodePanel
          calls={[
            { operation: 'app_conversations.create', label: words.beginAConversation },
            { operation: 'app_agents.configure', label: words.replaceAllAgents },
          ]}
          values={{ app_id }}
        />
      </div>
      {open?.what === 'create' && <EditAppAgent appId={app_id} base={base} {...choices} onClose={close} />}
      {open?.what === 'edit' && (
        <EditAppAgent appId={app_id} base={base} agent={open.agent} {...choices} onClose={close} />
      )}
      {open?.what === 'delete' && (
        <DeleteAppAgent appId={app_id} base={base} agent={open.agent} onClose={close} />
      )}
    </>
  )
}

const column = columnsOf<AppAgent>()

function agentColumns(onOpen: ((open: Open) => void) | null) {
  return column.columns([
    column.accessor('name', {
      header: words.name,
      meta: { isRowHeader: true, className: '@2xl:w-[40%]' },
      cell: ({ row: { original } }) => (
        <>
          <p className="truncate font-medium">{original.name}</p>
          {original.description && (
            <p className="truncate text-sm leading-4.5 text-ink-3">{original.description}</p>
          )}
        </>
      ),
    }),
    column.display({
      id: 'tools',
      header: words.tools,
      meta: { className: 'hidden text-sm text-ink-2 @xl:table-cell' },
      cell: ({ row: { original } }) => toolWords(original),
    }),
    ...(onOpen
      ? [
          column.display({
            id: 'actions',
            header: words.actions,
            meta: { isHeaderHidden: true, className: 'w-44 text-end' },
            cell: ({ row: { original: agent } }) => (
              <span className="inline-flex gap-2">
                <Button
                  size="sm"
                  aria-label={fill(words.editName, { name: agent.name })}
                  onPress={() => onOpen({ what: 'edit', agent })}
                >
                  {words.edit}
                </Button>
                <Button
                  size="sm"
                  look="danger-quiet"
                  aria-label={fill(words.deleteName, { name: agent.name })}
                  onPress={() => onOpen({ what: 'delete', agent })}
                >
                  {words.delete}
                </Button>
              </span>
            ),
          }),
        ]
      : []),
  ])
}

function toolWords({ tool_configs = [] }: AppAgent): string {
  const { entities, functions } = toolsOf(tool_configs)
  const parts = [
    ...entities.map(
      ({ entity_name, allowed_operations }) =>
        `${entity_name}: ${allowed_operations.join(', ') || 'nothing'}`,
    ),
    ...functions.map(({ function_name }) => function_name),
  ]
  return parts.length > 0 ? parts.join(' · ') : words.none
}
