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
import { words } from './words.ts'

interface CreateEntityProps {
  appId: string
  taken: readonly string[]
  onClose: () => void
}

const CREATOR = { created_by_id: '{{user.id}}' }
const ADMIN = { user_condition: { role: 'admin' } }

/** Without rules everybody who reaches the app could do everything, so one is chosen from the start. */
const RULES = {
  own: { create: { id: { $exists: true } }, read: CREATOR, update: CREATOR, delete: CREATOR },
  shared: {
    create: { id: { $exists: true } },
    read: true,
    update: { $or: [CREATOR, ADMIN] },
    delete: { $or: [CREATOR, ADMIN] },
  },
  admins: { read: true, write: ADMIN },
  open: null,
} as const

const OPTIONS = [
  { id: 'shared', label: words.allReadCreatorsChange, description: words.adminsMayChangeEverything },
  { id: 'own', label: words.everyoneTheirOwn, description: words.eachSeesAndChanges },
  { id: 'admins', label: words.allReadAdminsChange, description: words.forListsThatThe },
  { id: 'open', label: words.noRules, description: words.everybodyWhoCanReach },
]

export function CreateEntity({ appId, taken, onClose }: CreateEntityProps) {
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const create = useAct({
    run: ({ name, rules }: { name: string; rules: keyof typeof RULES }) => {
      const rls = RULES[rules]
      return client.schemas.set(
        { app_id: appId, name },
        { properties: { title: { type: 'string' } }, ...(rls && { rls }) },
      )
    },
    touches: ['schemas'],
    done: ({ name }) => fill(words.nameCreated, { name }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.newEntity}
      submitLabel={words.createEntity}
      act={create}
      onClose={onClose}
      onSubmit={(values) => {
        const rules = Object.keys(RULES).find((id) => id === textOf(values, 'rules')) ?? 'shared'
        create.mutate(
          { name: textOf(values, 'name'), rules: rules as keyof typeof RULES },
          {
            onSuccess: ({ name }) => {
              onClose()
              void navigate(paths.schema(workspaceId, appId, name))
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
        maxLength={64}
        hint={words.lettersDigitsAndAs}
        validate={(name) => {
          if (taken.includes(name)) return words.thereIsOneOf
          return /^\w*$/.test(name) ? null : words.onlyLettersDigitsAnd
        }}
      />
      <RadioCards label={words.whoMayDoWhat} name="rules" options={OPTIONS} defaultValue="shared" />
      <p className="caption">{words.fieldsAndRulesCan}</p>
    </FormDialog>
  )
}
