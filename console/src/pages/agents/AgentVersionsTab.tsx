import type { AgentVersion } from '@atrium/sdk'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client, load } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill } from '../../language/fill.ts'
import { canEditApp } from '../../permissions.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { VersionDifference, VersionList } from '../../versions/VersionList.tsx'
import { workspaceQueries } from '../../workspace-queries.ts'
import { EditAgent } from './EditAgent.tsx'
import { words } from './words.ts'

export function loader({ request, params: { agent_id = '' } }: LoaderFunctionArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  return load(request, workspaceQueries.agent(agent_id), workspaceQueries.agentVersions(agent_id, cursor))
}

export function Component() {
  const { agent_id = '' } = useParams()
  const cursor = useSearchParams()[0].get('cursor') ?? undefined
  const { data: agent } = useSuspenseQuery(workspaceQueries.agent(agent_id))
  const { data: page } = useSuspenseQuery(workspaceQueries.agentVersions(agent_id, cursor))
  const [isEditing, setEditing] = useState(false)
  const [chosen, setChosen] = useState<AgentVersion | null>(null)
  const mayEdit = canEditApp(agent)
  return (
    <>
      <div className="flex items-center justify-between gap-4 px-5 py-4 sm:px-8">
        <p className="text-ink-2">{words.everyChangeOfThe}</p>
        {mayEdit && (
          <Button look="primary" onPress={() => setEditing(true)}>
            {words.editAgent}
          </Button>
        )}
      </div>
      {page.items.length === 0 ? (
        <EmptyState icon={History} title={words.noVersionsYet}>
          {words.theFirstChangeKeeps}
        </EmptyState>
      ) : (
        <VersionList
          page={page}
          current={null}
          nameOf={nameOf}
          detail={({ version }) => (
            <Difference agentId={agent_id} version={version} now={agent.instructions} />
          )}
          onRestore={mayEdit ? setChosen : null}
        />
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
  return <VersionDifference then={data.instructions} now={now} />
}

const nameOf = ({ name }: AgentVersion) => name

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
    done: () => fill(words.versionVersionRestored, { version }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.restoreVersionVersion, { version })}
      confirmLabel={words.restoreVersion}
      look="primary"
      act={restore}
      onClose={onClose}
      onConfirm={() => restore.mutate(undefined, { onSettled: onClose })}
    >
      {words.itBecomesANew}
    </ConfirmDialog>
  )
}
