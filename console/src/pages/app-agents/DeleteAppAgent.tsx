import { useState } from 'react'
import { toastFailure, useAct } from '../../act.ts'
import { client, queryClient } from '../../api.ts'
import { type AppAgent, type AppAgents, appAgents } from '../../app-agents-queries.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill } from '../../language/fill.ts'
import { saveAgents } from './save-agents.ts'
import { words } from './words.ts'

interface DeleteAppAgentProps {
  appId: string
  base: AppAgents
  agent: AppAgent
  onClose: () => void
}

export function DeleteAppAgent({ appId, base, agent, onClose }: DeleteAppAgentProps) {
  const [before] = useState({ base, agent })
  const remove = useAct({
    run: () =>
      saveAgents({ before: before.agent, after: null }, before.base, {
        send: (agents, if_match) => client.app_agents.configure({ app_id: appId }, agents, { if_match }),
        read: () => queryClient.fetchQuery(appAgents(appId)),
      }),
    touches: ['app_agents'],
    done: () => fill(words.nameDeleted, { name: agent.name }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.deleteName2, { name: agent.name })}
      confirmLabel={words.deleteAgent}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      {words.theAppCanBegin}
    </ConfirmDialog>
  )
}
