import type { Agent } from '@atrium/sdk'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf, textOrNull } from '../../form/form-values.ts'
import { TextField } from '../../ui/TextField.tsx'

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
    done: ({ name }) => `${name} saved`,
    failure: 'inline',
  })
  return (
    <FormDialog
      title={`Edit ${agent.name}`}
      submitLabel="Save agent"
      onClose={onClose}
      act={update}
      width="lg"
      onSubmit={(values) => update.mutate(values, { onSuccess: onClose })}
    >
      <TextField label="Name" name="name" maxLength={200} defaultValue={agent.name} isRequired autoFocus />
      <TextField
        label="Description"
        name="description"
        maxLength={10_000}
        defaultValue={agent.description ?? ''}
        optional
      />
      <TextField label="Logo address" name="logo_url" defaultValue={agent.logo_url ?? ''} optional />
      <TextField
        label="Instructions"
        name="instructions"
        rows={12}
        maxLength={50_000}
        defaultValue={agent.instructions}
        hint="The next reply follows them. Former versions are kept."
        optional
      />
    </FormDialog>
  )
}
