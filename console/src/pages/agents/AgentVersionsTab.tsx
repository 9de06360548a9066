import type { AgentVersion } from '@atrium/sdk'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client, load } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { canEditApp } from '../../permissions.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { Pager } from '../../table/Pager.tsx'
import { useCursorPages } from '../../table/use-cursor-pages.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Time } from '../../ui/Time.tsx'
import { differenceOf } from '../../ui/text-difference.ts'
import { workspaceQueries } from '../../workspace-queries.ts'
import { EditAgent } from './EditAgent.tsx'

export function loader({ request, params: { agent_id = '' } }: LoaderFunctionArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  return load(request, workspaceQueries.agent(agent_id), workspaceQueries.agentVersions(agent_id, cursor))
}

export function Component() {
  const { agent_id = '' } = useParams()
  const cursor = useSearchParams()[0].get('cursor') ?? undefined
  const { data: agent } = useSuspenseQuery(workspaceQueries.agent(agent_id))
  const { data: page } = useSuspenseQuery(workspaceQueries.agentVersions(agent_id, cursor))
  const pages = useCursorPages(page.next_cursor)
  const [isEditing, setEditing] = useState(false)
  const [chosen, setChosen] = useState<AgentVersion | null>(null)
  const mayEdit = canEditApp(agent)
  const columns = useMemo(() => versionColumns(mayEdit ? setChosen : null), [mayEdit])
  return (
    <>
      <div className="flex items-center justify-between gap-4 px-5 py-4 sm:px-8">
        <p className="text-ink-2">Every change of the agent is a version; the newest 100 are kept.</p>
        {mayEdit && (
          <Button look="primary" onPress={() => setEditing(true)}>
            Edit agent
          </Button>
        )}
      </div>
      {page.items.length === 0 ? (
        <EmptyState icon={History} title="No versions yet">
          The first change keeps what the agent was before.
        </EmptyState>
      ) : (
        <>
          <DataTable
            label="Versions"
            columns={columns}
            rows={page.items}
            rowId={({ version }) => String(version)}
            rowName={({ version }) => `version ${version}`}
            detail={({ version }) => (
              <Difference agentId={agent_id} version={version} now={agent.instructions} />
            )}
          />
          <Pager
            {...pages}
            count={page.items.length}
            noun={page.items.length === 1 ? 'version' : 'versions'}
          />
        </>
      )}
      {isEditing && <EditAgent agent={agent} onClose={() => setEditing(false)} />}
      {chosen && <Restore agent={agent} version={chosen.version} onClose={() => setChosen(null)} />}
    </>
  )
}

/** The instructions of a version; what is different today is marked. */
function Difference({ agentId, version, now }: { agentId: string; version: number; now: string }) {
  const { data } = useQuery(workspaceQueries.agentVersion(agentId, version))
  if (!data) return null
  const then = data.instructions
  const { from, to, insert } = differenceOf(then, now)
  return (
    <pre className="max-h-96 overflow-auto rounded-md border border-line bg-surface px-3 py-2.5 font-mono text-xs whitespace-pre-wrap">
      {then.slice(0, from)}
      {to > from && <del className="bg-danger-soft">{then.slice(from, to)}</del>}
      {insert !== '' && <ins className="bg-accent-soft">{insert}</ins>}
      {then.slice(to)}
    </pre>
  )
}

interface RestoreProps {
  agent: { id: string; updated_date: string }
  version: number
  onClose: () => void
}

function Restore({ agent, version, onClose }: RestoreProps) {
  const restore = useAct({
    run: () =>
      client.agents.restore_version(
        { agent_id: agent.id, version },
        { headers: { 'if-match': `"${agent.updated_date}"` } },
      ),
    touches: ['agents', 'apps'],
    done: () => `Version ${version} restored`,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={`Restore version ${version}?`}
      confirmLabel="Restore version"
      look="primary"
      act={restore}
      onClose={onClose}
      onConfirm={() => restore.mutate(undefined, { onSettled: onClose })}
    >
      It becomes a new version, and the next reply follows it. What is current now stays in the list.
    </ConfirmDialog>
  )
}

const column = columnsOf<AgentVersion>()

function versionColumns(onRestore: ((version: AgentVersion) => void) | null) {
  const shown = column.columns([
    column.accessor('version', { header: 'Version', meta: { isRowHeader: true } }),
    column.accessor('name', { header: 'Name', meta: { className: 'hidden @xl:table-cell' } }),
    column.accessor('created_by', {
      header: 'By',
      meta: { className: 'hidden text-sm text-ink-2 @xl:table-cell' },
      cell: ({ getValue }) => getValue() ?? '–',
    }),
    column.accessor('created_date', {
      header: 'Saved',
      meta: { className: 'text-sm text-ink-2' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
  ])
  if (!onRestore) return shown
  const actions = column.display({
    id: 'actions',
    header: 'Actions',
    meta: { isHeaderHidden: true, className: 'text-right' },
    cell: ({ row: { original } }) => (
      <Button
        size="sm"
        aria-label={`Restore version ${original.version}`}
        onPress={() => onRestore(original)}
      >
        Restore
      </Button>
    ),
  })
  return [...shown, actions]
}
