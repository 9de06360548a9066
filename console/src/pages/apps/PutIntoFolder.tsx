import type { Folder } from '@atrium/sdk'
import { FolderPlus } from 'lucide-react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { canEditFolder } from '../../permissions.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { pathText } from './folder-tree.ts'

interface PutIntoFolderProps {
  appIds: string[]
  folders: readonly Folder[]
  onClose: () => void
  onDone: () => void
}

/** Chooses the folder for one or several apps. */
export function PutIntoFolder({ appIds, folders, onClose, onDone }: PutIntoFolderProps) {
  const { user_role } = useWorkspace()
  const choices = folders
    .filter((folder) => canEditFolder(folder, user_role))
    .map((folder) => ({
      id: folder.id,
      label: pathText(folders, folder),
      group: folder.scope === 'workspace' ? 'Workspace folders' : 'Personal folders',
    }))
    .sort((a, b) => b.group.localeCompare(a.group) || a.label.localeCompare(b.label))
  const put = useAct({
    run: (values: FormData) =>
      client.folders.add_items({ folder_id: textOf(values, 'folder_id') }, { app_ids: appIds }),
    touches: ['folders', 'apps'],
    done: (_, values) => {
      const name = folders.find(({ id }) => id === textOf(values, 'folder_id'))?.name
      return `${appIds.length === 1 ? 'App' : `${appIds.length} apps`} put into ${name}`
    },
    failure: 'inline',
  })
  return (
    <FormDialog
      title={appIds.length === 1 ? 'Put app into a folder' : `Put ${appIds.length} apps into a folder`}
      submitLabel="Put into folder"
      width="sm"
      onClose={onClose}
      act={put}
      disabledReason={choices.length === 0 ? 'There is no folder yet.' : undefined}
      onSubmit={(values) =>
        put.mutate(values, {
          onSuccess: () => {
            onClose()
            onDone()
          },
        })
      }
    >
      {choices.length === 0 ? (
        <Notice>
          There is no folder you can change. Create one first, with the{' '}
          <FolderPlus aria-label="New folder" className="inline size-4" /> button next to the folders.
        </Notice>
      ) : (
        <Select
          label="Folder"
          name="folder_id"
          options={choices}
          isRequired
          placeholder="Choose a folder"
          hint="An app lies in one workspace folder and one personal folder; it leaves the one it is in."
        />
      )}
    </FormDialog>
  )
}
