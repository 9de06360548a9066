import type { Folder } from '@atrium/sdk'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client, workspaceClient } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf, textOrNull } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canEditFolder } from '../../permissions.ts'
import { rulesHeader } from '../../queries.ts'
import { applyTemplate } from '../../templates/apply-template.ts'
import { TEMPLATES } from '../../templates/index.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toasts.tsx'
import { KINDS } from './app-words.ts'
import { words } from './words.ts'

const KIND_OPTIONS = Object.entries(KINDS).map(([id, { label, description }]) => ({ id, label, description }))
const BLANK = { id: 'blank', label: words.blank, description: words.nothingInItYet }
const STARTS = [BLANK, ...TEMPLATES.map(({ id, label, description }) => ({ id, label, description }))]

/** Creates an app or agent, in the folder that is open; an app may start from a template. */
export function CreateApp({ folder, onClose }: { folder: Folder | undefined; onClose: () => void }) {
  const { id: workspaceId, user_role } = useWorkspace()
  const navigate = useNavigate()
  const [kind, setKind] = useState('app')
  const [start, setStart] = useState(BLANK.id)
  const [withExamples, setWithExamples] = useState(true)
  const [progress, setProgress] = useState('')
  const target = folder && canEditFolder(folder, user_role) ? folder : undefined
  const create = useAct({
    run: async (values: FormData) => {
      setProgress(words.makingTheApp)
      const app = await workspaceClient(workspaceId).apps.create({
        kind: kind === 'agent' ? 'agent' : 'app',
        name: textOf(values, 'name'),
        user_description: textOrNull(values, 'user_description'),
      })
      // The app is there by now: creating it again would make a second one.
      if (target)
        await client.folders.add_items({ folder_id: target.id }, { app_ids: [app.id] }).catch(toastFailure)
      const { id: app_id } = app
      const missing = await applyTemplate({
        id: kind === 'agent' ? BLANK.id : start,
        withExamples,
        makeSchemas: (entityNameToSchema) => client.schemas.replace_all({ app_id }, { entityNameToSchema }),
        makeRecords: ({ entity_name, records }) =>
          client.records.bulk_create({ app_id, entity_name }, [...records], { headers: rulesHeader('on') }),
        onProgress: setProgress,
      })
      if (missing.length > 0)
        toast.failed(fill(words.nameWasCreatedBut, { name: app.name }), missing.join(' '))
      return app
    },
    touches: ['apps', 'agents', 'folders', 'schemas', 'records'],
    done: ({ name }) => fill(words.nameCreated, { name }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={target ? fill(words.newAppInName, { name: target.name }) : words.newApp}
      submitLabel={words.create}
      onClose={onClose}
      act={create}
      onSubmit={(values) =>
        create.mutate(values, { onSuccess: ({ id }) => void navigate(paths.app(workspaceId, id)) })
      }
    >
      <RadioCards label={words.kind} name="kind" value={kind} onChange={setKind} options={KIND_OPTIONS} />
      <TextField label={words.name} name="name" maxLength={200} isRequired autoFocus />
      <TextField label={words.description} name="user_description" rows={3} maxLength={10_000} optional />
      {kind !== 'agent' && (
        <Select
          label={words.startFrom}
          options={STARTS}
          value={start}
          onChange={(key) => setStart(String(key))}
          className="w-full"
        />
      )}
      {kind !== 'agent' && start !== BLANK.id && (
        <Checkbox isSelected={withExamples} onChange={setWithExamples}>
          {words.withAFewExample}
        </Checkbox>
      )}
      <p role="status" className="caption">
        {create.isPending ? progress : ''}
      </p>
    </FormDialog>
  )
}
