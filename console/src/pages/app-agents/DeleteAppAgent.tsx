import { useState } from 'react'
import { client, queryClient } from '../../api.ts'
import { type AppAgent, type AppAgents, appAgents } from '../../app-agents-queries.ts'
import { DeleteDialog } from '../../form/DeleteDialog.tsx'
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
  return (
    <DeleteDialog
      name={agent.name}
      confirmLabel={words.deleteAgent}
      run={() =>
        saveAgents({ before: before.agent, after: null }, before.base, {
          send: (agents, if_match) => client.app_agents.configure({ app_id: appId }, agents, { if_match }),
          read: () => queryClient.fetchQuery(appAgents(appId)),
        })
      }
      touches={['app_agents']}
      onClose={onClose}
    >
      {words.theAppCanBegin}
    </DeleteDialog>
  )
}
