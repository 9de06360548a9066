import type { Folder } from '@atrium/sdk'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client, workspaceClient } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf, textOrNull } from '../../form/form-values.ts'
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

const KIND_OPTIONS = Object.entries(KINDS).map(([id, { label, description }]) => ({ id, label, description }))
const BLANK = { id: 'blank', label: 'Blank', description: 'Nothing in it yet.' }
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
      setProgress('Making the app…')
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
      if (missing.length > 0) toast.failed(`${app.name} was created, but not all of it.`, missing.join(' '))
      return app
    },
    touches: ['apps', 'agents', 'folders', 'schemas', 'records'],
    done: ({ name }) => `${name} created`,
    failure: 'inline',
  })
  return (
    <FormDialog
      title={target ? `New app in ${target.name}` : 'New app'}
      submitLabel="Create"
      onClose={onClose}
      act={create}
      onSubmit={(values) =>
        create.mutate(values, { onSuccess: ({ id }) => void navigate(paths.app(workspaceId, id)) })
      }
    >
      <RadioCards label="Kind" name="kind" value={kind} onChange={setKind} options={KIND_OPTIONS} />
      <TextField label="Name" name="name" maxLength={200} isRequired autoFocus />
      <TextField label="Description" name="user_description" rows={3} maxLength={10_000} optional />
      {kind !== 'agent' && (
        <Select
          label="Start from"
          options={STARTS}
          value={start}
          onChange={(key) => setStart(String(key))}
          className="w-full"
        />
      )}
      {kind !== 'agent' && start !== BLANK.id && (
        <Checkbox isSelected={withExamples} onChange={setWithExamples}>
          With a few example records
        </Checkbox>
      )}
      <p role="status" className="caption">
        {create.isPending ? progress : ''}
      </p>
    </FormDialog>
  )
}
