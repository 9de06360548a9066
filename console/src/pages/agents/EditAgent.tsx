import type { Agent } from '@atrium/sdk'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf, textOrNull } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import { TextField } from '../../ui/TextField.tsx'
import { words } from './words.ts'

export function EditAgent({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const update = useAct({
    run: (values: FormData) =>
      client.agents.update(
        { agent_id: agent.id },
        {
          name: textOf(values, 'name'),
          description: textOrNull(values, 'description'),
          logo_url: textOrNull(values, 'logo_url'),
          instructions: textOf(values, 'instructions'),
        },
        { headers: { 'if-match': `"${agent.updated_date}"` } },
      ),
    touches: ['agents', 'apps'],
    done: ({ name }) => fill(words.nameSaved, { name }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={fill(words.editName, { name: agent.name })}
      submitLabel={words.saveAgent}
      onClose={onClose}
      act={update}
      width="lg"
      onSubmit={(values) => update.mutate(values, { onSuccess: onClose })}
    >
      <TextField
        label={words.name}
        name="name"
        maxLength={200}
        defaultValue={agent.name}
        isRequired
        autoFocus
      />
      <TextField
        label={words.description}
        name="description"
        maxLength={10_000}
        defaultValue={agent.description ?? ''}
        optional
      />
      <TextField label={words.logoAddress} name="logo_url" defaultValue={agent.logo_url ?? ''} optional />
      <TextField
        label={words.instructions}
        name="instructions"
        rows={12}
        maxLength={50_000}
        defaultValue={agent.instructions}
        hint={words.theNextReplyFollows}
        optional
      />
    </FormDialog>
  )
}
