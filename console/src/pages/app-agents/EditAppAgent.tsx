import { useState } from 'react'
import { useAct } from '../../act.ts'
import { client, queryClient } from '../../api.ts'
import { type AppAgent, type AppAgents, appAgents } from '../../app-agents-queries.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { TextField } from '../../ui/TextField.tsx'
import { isSame } from '../entities/same-value.ts'
import { AgentTools } from './AgentTools.tsx'
import { configsOf, toolsOf } from './agent-tools.ts'
import { NameTaken, saveAgents } from './save-agents.ts'

interface EditAppAgentProps {
  appId: string
  /** All of them, as they were when the dialog opened. */
  base: AppAgents
  /** The one to change; without it a new one is made. */
  agent?: AppAgent
  entities: readonly string[]
  functions: readonly string[]
  onClose: () => void
}

export function EditAppAgent({ appId, base, agent, entities, functions, onClose }: EditAppAgentProps) {
  const [before] = useState(() => ({ base, agent: agent ?? null }))
  const [started] = useState(() => toolsOf(agent?.tool_configs ?? []))
  const [tools, setTools] = useState(started)
  const save = useAct({
    run: (after: AppAgent) =>
      saveAgents({ before: before.agent, after }, before.base, {
        send: (agents, if_match) => client.app_agents.configure({ app_id: appId }, agents, { if_match }),
        read: () => queryClient.fetchQuery(appAgents(appId)),
      }),
    touches: ['app_agents'],
    done: (_, { name }) => `${name} ${agent ? 'saved' : 'created'}`,
    failure: 'inline',
  })
  const taken = save.error instanceof NameTaken ? save.error : null
  return (
    <FormDialog
      title={agent ? `Edit ${agent.name}` : 'New agent'}
      submitLabel={agent ? 'Save agent' : 'Create agent'}
      act={save}
      error={taken ? null : save.error}
      faults={taken ? { name: taken.message } : undefined}
      isChanged={() => !isSame(tools, started)}
      width="lg"
      onClose={onClose}
      onSubmit={(values) =>
        save.mutate(
          {
            ...agent,
            name: textOf(values, 'name'),
            description: textOf(values, 'description'),
            instructions: textOf(values, 'instructions'),
            tool_configs: configsOf(tools, agent?.tool_configs ?? []),
          },
          { onSuccess: onClose },
        )
      }
    >
      <TextField
        label="Name"
        name="name"
        maxLength={100}
        defaultValue={agent?.name ?? ''}
        hint={
          agent
            ? 'The app names it so. Conversations under another name stay with that name.'
            : 'The app names it so, for example support.'
        }
        isRequired
        autoFocus
      />
      <TextField
        label="Description"
        name="description"
        maxLength={10_000}
        defaultValue={agent?.description ?? ''}
        optional
      />
      <TextField
        label="Instructions"
        name="instructions"
        rows={10}
        maxLength={50_000}
        defaultValue={agent?.instructions ?? ''}
        hint="The next reply follows them."
        optional
      />
      <AgentTools tools={tools} entities={entities} functions={functions} onChange={setTools} />
    </FormDialog>
  )
}
