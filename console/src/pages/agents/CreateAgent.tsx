import { useNavigate } from 'react-router'
import { useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf, textOrNull } from '../../form/form-values.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { TextField } from '../../ui/TextField.tsx'

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
    done: ({ name }) => `${name} created`,
    failure: 'inline',
  })
  return (
    <FormDialog
      title="New agent"
      submitLabel="Create agent"
      onClose={onClose}
      act={create}
      onSubmit={(values) =>
        create.mutate(values, { onSuccess: ({ id }) => void navigate(paths.agent(workspaceId, id)) })
      }
    >
      <TextField label="Name" name="name" maxLength={200} isRequired autoFocus />
      <TextField
        label="Description"
        name="description"
        maxLength={10_000}
        hint="What people read before they talk to it."
        optional
      />
      <TextField
        label="Instructions"
        name="instructions"
        rows={7}
        maxLength={50_000}
        placeholder="Be brief and kind. Orders leave the warehouse within two days."
        hint="What it should know and how it should behave. Only the agent reads them."
        optional
      />
    </FormDialog>
  )
}
