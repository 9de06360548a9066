import { useNavigate } from 'react-router'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { paths } from '../../paths.ts'
import { TextField } from '../../ui/TextField.tsx'

export function CreateWorkspace({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useAct({
    run: (values: FormData) => client.workspaces.create({ name: textOf(values, 'name') }),
    touches: ['session'],
    done: ({ name }) => `${name} created`,
    failure: 'inline',
  })
  return (
    <FormDialog
      title="New workspace"
      submitLabel="Create workspace"
      onClose={onClose}
      act={create}
      onSubmit={(values) =>
        create.mutate(values, {
          onSuccess: ({ id }) => {
            // The switcher stays where it is, and would go on showing the dialog.
            onClose()
            void navigate(paths.apps(id))
          },
        })
      }
    >
      <TextField
        label="Name"
        name="name"
        maxLength={200}
        hint="You own it, and invite others into it."
        isRequired
        autoFocus
      />
    </FormDialog>
  )
}
