import { useNavigate } from 'react-router'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { TextField } from '../../ui/TextField.tsx'

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
  { id: 'shared', label: 'All read, creators change', description: 'Admins may change everything.' },
  { id: 'own', label: 'Everyone their own', description: 'Each sees and changes only what they created.' },
  { id: 'admins', label: 'All read, admins change', description: 'For lists that the app itself keeps.' },
  { id: 'open', label: 'No rules', description: 'Everybody who can reach the app does everything.' },
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
    done: ({ name }) => `${name} created`,
    failure: 'inline',
  })
  return (
    <FormDialog
      title="New entity"
      submitLabel="Create entity"
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
        label="Name"
        name="name"
        autoFocus
        autoComplete="off"
        isRequired
        maxLength={64}
        hint="Letters, digits and _, as a single thing: Task, Order, Guest."
        validate={(name) => {
          if (taken.includes(name)) return 'There is one of this name.'
          return /^\w*$/.test(name) ? null : 'Only letters, digits and _ can be used.'
        }}
      />
      <RadioCards label="Who may do what" name="rules" options={OPTIONS} defaultValue="shared" />
      <p className="caption">Fields and rules can be changed at any time.</p>
    </FormDialog>
  )
}
