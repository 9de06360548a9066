import type { Folder } from '@atrium/sdk'
import { useNavigate } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client, workspaceClient } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf, textOrNull } from '../../form/form-values.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canEditFolder } from '../../permissions.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { KINDS } from './app-words.ts'

const KIND_OPTIONS = Object.entries(KINDS).map(([id, { label, description }]) => ({ id, label, description }))

/** Creates an app or agent, in the folder that is open. */
export function CreateApp({ folder, onClose }: { folder: Folder | undefined; onClose: () => void }) {
  const { id: workspaceId, user_role } = useWorkspace()
  const navigate = useNavigate()
  const target = folder && canEditFolder(folder, user_role) ? folder : undefined
  const create = useAct({
    run: async (values: FormData) => {
      const app = await workspaceClient(workspaceId).apps.create({
        kind: textOf(values, 'kind') === 'agent' ? 'agent' : 'app',
        name: textOf(values, 'name'),
        user_description: textOrNull(values, 'user_description'),
      })
      // The app is there by now: creating it again would make a second one.
      if (target)
        await client.folders.add_items({ folder_id: target.id }, { app_ids: [app.id] }).catch(toastFailure)
      return app
    },
    touches: ['apps', 'agents', 'folders'],
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
      <RadioCards label="Kind" name="kind" defaultValue="app" options={KIND_OPTIONS} />
      <TextField label="Name" name="name" maxLength={200} isRequired autoFocus />
      <TextField label="Description" name="user_description" rows={3} maxLength={10_000} optional />
    </FormDialog>
  )
}
