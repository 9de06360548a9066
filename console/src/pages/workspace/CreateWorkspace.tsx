import { useNavigate } from 'react-router'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import { paths } from '../../paths.ts'
import { TextField } from '../../ui/TextField.tsx'
import { words } from './words.ts'

export function CreateWorkspace({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useAct({
    run: (values: FormData) => client.workspaces.create({ name: textOf(values, 'name') }),
    touches: ['session'],
    done: ({ name }) => fill(words.nameCreated, { name }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.newWorkspace}
      submitLabel={words.createWorkspace}
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
        label={words.name}
        name="name"
        maxLength={200}
        hint={words.youOwnItAnd}
        isRequired
        autoFocus
      />
    </FormDialog>
  )
}
