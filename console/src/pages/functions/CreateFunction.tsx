import { useNavigate } from 'react-router'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { ACCESS_OPTIONS, isFunctionName, NAME_RULE, STARTER } from './function-words.ts'
import { words } from './words.ts'

interface CreateFunctionProps {
  appId: string
  taken: readonly string[]
  onClose: () => void
}

/** Deploys a function that answers something, so that it can be called at once. */
export function CreateFunction({ appId, taken, onClose }: CreateFunctionProps) {
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const create = useAct({
    run: ({ name, access }: { name: string; access: 'app' | 'anyone' }) =>
      client.functions.deploy(
        { app_id: appId, name },
        { entry: 'index.ts', files: [{ path: 'index.ts', content: STARTER }], access },
      ),
    touches: ['functions'],
    done: (_, { name }) => fill(words.nameDeployed, { name }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.newFunction}
      submitLabel={words.createFunction}
      act={create}
      onClose={onClose}
      onSubmit={(values) => {
        const name = textOf(values, 'name')
        create.mutate(
          { name, access: textOf(values, 'access') === 'anyone' ? 'anyone' : 'app' },
          {
            onSuccess: () => {
              onClose()
              void navigate(paths.function(workspaceId, appId, name))
            },
          },
        )
      }}
    >
      <TextField
        label={words.name}
        name="name"
        autoFocus
        autoComplete="off"
        isRequired
        maxLength={128}
        hint={NAME_RULE}
        validate={(name) => {
          if (taken.includes(name.trim())) return words.thereIsOneOf
          return name.trim() === '' || isFunctionName(name.trim()) ? null : NAME_RULE
        }}
      />
      <RadioCards label={words.whoMayCallIt} name="access" options={ACCESS_OPTIONS} defaultValue="app" />
      <p className="caption">{words.itBeginsWithA}</p>
    </FormDialog>
  )
}
