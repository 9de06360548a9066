import { useNavigate } from 'react-router'
import { useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf, textOrNull } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { TextField } from '../../ui/TextField.tsx'
import { words } from './words.ts'

export function CreateAgent({ onClose }: { onClose: () => void }) {
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const create = useAct({
    run: (values: FormData) =>
      workspaceClient(workspaceId).agents.create({
        name: textOf(values, 'name'),
        description: textOrNull(values, 'description'),
        instructions: textOf(values, 'instructions'),
      }),
    touches: ['agents', 'apps'],
    done: ({ name }) => fill(words.nameCreated, { name }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.newAgent}
      submitLabel={words.createAgent}
      onClose={onClose}
      act={create}
      onSubmit={(values) =>
        create.mutate(values, { onSuccess: ({ id }) => void navigate(paths.agent(workspaceId, id)) })
      }
    >
      <TextField label={words.name} name="name" maxLength={200} isRequired autoFocus />
      <TextField
        label={words.description}
        name="description"
        maxLength={10_000}
        hint={words.whatPeopleReadBefore}
        optional
      />
      <TextField
        label={words.instructions}
        name="instructions"
        rows={7}
        maxLength={50_000}
        placeholder={words.beBriefAndKind}
        hint={words.whatItShouldKnow}
        optional
      />
    </FormDialog>
  )
}
