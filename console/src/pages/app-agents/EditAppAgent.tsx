import { useState } from 'react'
import { useAct } from '../../act.ts'
import { client, queryClient } from '../../api.ts'
import { type AppAgent, type AppAgents, appAgents } from '../../app-agents-queries.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import { TextField } from '../../ui/TextField.tsx'
import { isSame } from '../entities/values/same-value.ts'
import { AgentTools } from './AgentTools.tsx'
import { configsOf, toolsOf } from './agent-tools.ts'
import { NameTaken, saveAgents } from './save-agents.ts'
import { words } from './words.ts'

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
      title={agent ? fill(words.editName, { name: agent.name }) : words.newAgent}
      submitLabel={agent ? words.saveAgent : words.createAgent}
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
        label={words.name}
        name="name"
        maxLength={100}
        defaultValue={agent?.name ?? ''}
        hint={agent ? words.theAppNamesIt : words.theAppNamesItSo}
        isRequired
        autoFocus
      />
      <TextField
        label={words.description}
        name="description"
        maxLength={10_000}
        defaultValue={agent?.description ?? ''}
        optional
      />
      <TextField
        label={words.instructions}
        name="instructions"
        rows={10}
        maxLength={50_000}
        defaultValue={agent?.instructions ?? ''}
        hint={words.theNextReplyFollows}
        optional
      />
      <AgentTools tools={tools} entities={entities} functions={functions} onChange={setTools} />
    </FormDialog>
  )
}
