import type { Folder } from '@atrium/sdk'
import { FolderPlus } from 'lucide-react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { canEditFolder } from '../../permissions.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { pathText } from './folder-tree.ts'
import { words } from './words.ts'

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
      group: folder.scope === 'workspace' ? words.workspaceFolders : words.personalFolders,
    }))
    .sort((a, b) => b.group.localeCompare(a.group) || a.label.localeCompare(b.label))
  const put = useAct({
    run: (values: FormData) =>
      client.folders.add_items({ folder_id: textOf(values, 'folder_id') }, { app_ids: appIds }),
    touches: ['folders', 'apps'],
    done: (_, values) => {
      const name = folders.find(({ id }) => id === textOf(values, 'folder_id'))?.name
      return fill(words.appPutIntoName, {
        app: appIds.length === 1 ? words.app : fill(words.countApps, { count: appIds.length }),
        name: name ?? '',
      })
    },
    failure: 'inline',
  })
  return (
    <FormDialog
      title={appIds.length === 1 ? words.putAppIntoA : fill(words.putCountAppsInto, { count: appIds.length })}
      submitLabel={words.putIntoFolder}
      width="sm"
      onClose={onClose}
      act={put}
      disabledReason={choices.length === 0 ? words.thereIsNoFolder : undefined}
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
          {fillWith(words.thereIsNoFolderYou, {
            folderplus: <FolderPlus aria-label={words.newFolder} className="inline size-4" />,
          })}
        </Notice>
      ) : (
        <Select
          label={words.folder}
          name="folder_id"
          options={choices}
          isRequired
          placeholder={words.chooseAFolder}
          hint={words.anAppLiesIn}
        />
      )}
    </FormDialog>
  )
}
