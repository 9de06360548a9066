import type { Folder } from '@atrium/sdk'
import { useNavigate } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client, workspaceClient } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf, textOrNull } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { Select } from '../../ui/Select.tsx'
import { SwatchPicker } from '../../ui/SwatchPicker.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { swatchesFor } from './folder-colors.ts'
import { type FolderScope, isWithin, pathText, possibleParents } from './folder-tree.ts'
import { words } from './words.ts'

export type FolderAct =
  | { kind: 'create'; scope: FolderScope; parent?: Folder }
  | { kind: 'edit' | 'move' | 'delete'; folder: Folder }

interface FolderDialogsProps {
  act: FolderAct
  folders: readonly Folder[]
  current: Folder | undefined
  onClose: () => void
}

const TOUCHES = ['folders', 'apps']
const TOP = 'top'

/** The dialog of the act that was chosen from a folder's menu. */
export function FolderDialogs({ act, ...rest }: FolderDialogsProps) {
  if (act.kind === 'create') return <CreateFolder act={act} {...rest} />
  if (act.kind === 'edit') return <EditFolder folder={act.folder} {...rest} />
  if (act.kind === 'move') return <MoveFolder folder={act.folder} {...rest} />
  return <DeleteFolder folder={act.folder} {...rest} />
}

type Rest = Omit<FolderDialogsProps, 'act'>

function CreateFolder({ act, onClose }: Rest & { act: FolderAct & { kind: 'create' } }) {
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const create = useAct({
    run: (values: FormData) =>
      workspaceClient(workspaceId).folders.create({
        name: textOf(values, 'name'),
        color: textOrNull(values, 'color'),
        scope: act.scope,
        parent_folder_id: act.parent?.id ?? null,
      }),
    touches: TOUCHES,
    done: ({ name }) => fill(words.folderNameCreated, { name }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={
        act.parent
          ? fill(words.newFolderInName, { name: act.parent.name })
          : fill(words.newScopeFolder, { scope: act.scope })
      }
      submitLabel={words.createFolder}
      width="sm"
      onClose={onClose}
      act={create}
      onSubmit={(values) =>
        create.mutate(values, {
          onSuccess: ({ id }) => {
            onClose()
            void navigate(paths.apps(workspaceId, { folder: id }))
          },
        })
      }
    >
      <FolderFields name="" color={null} />
    </FormDialog>
  )
}

function EditFolder({ folder, onClose }: Rest & { folder: Folder }) {
  const update = useAct({
    run: (values: FormData) =>
      client.folders.update(
        { folder_id: folder.id },
        { name: textOf(values, 'name'), color: textOrNull(values, 'color') },
      ),
    touches: TOUCHES,
    done: ({ name }) => fill(words.folderNameSaved, { name }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={fill(words.editName, { name: folder.name })}
      submitLabel={words.save}
      width="sm"
      onClose={onClose}
      act={update}
      onSubmit={(values) => update.mutate(values, { onSuccess: onClose })}
    >
      <FolderFields name={folder.name} color={folder.color} />
    </FormDialog>
  )
}

function FolderFields({ name, color }: { name: string; color: string | null }) {
  return (
    <>
      <TextField label={words.name} name="name" defaultValue={name} maxLength={100} isRequired autoFocus />
      <SwatchPicker
        label={words.colour}
        name="color"
        defaultValue={color ?? ''}
        swatches={swatchesFor(color)}
      />
    </>
  )
}

function MoveFolder({ folder, folders, onClose }: Rest & { folder: Folder }) {
  const move = useAct({
    run: (values: FormData) => {
      const target = textOf(values, 'parent_folder_id')
      return client.folders.update(
        { folder_id: folder.id },
        { parent_folder_id: target === TOP ? null : target },
      )
    },
    touches: TOUCHES,
    done: ({ name }) => fill(words.folderNameMoved, { name }),
    failure: 'inline',
  })
  const targets = possibleParents(folders, folder)
    .map((parent) => ({ id: parent.id, label: pathText(folders, parent) }))
    .sort((a, b) => a.label.localeCompare(b.label))
  return (
    <FormDialog
      title={fill(words.moveName, { name: folder.name })}
      submitLabel={words.moveFolder}
      width="sm"
      onClose={onClose}
      act={move}
      onSubmit={(values) => move.mutate(values, { onSuccess: onClose })}
    >
      <Select
        label={words.moveInto}
        name="parent_folder_id"
        defaultValue={folder.parent_folder_id ?? TOP}
        options={[{ id: TOP, label: words.theTopLevel }, ...targets]}
        hint={words.itsSubfoldersAndApps}
      />
    </FormDialog>
  )
}

function DeleteFolder({ folder, folders, current, onClose }: Rest & { folder: Folder }) {
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const isInside = current !== undefined && isWithin(folders, current, folder)
  const remove = useAct({
    run: async () => {
      await client.folders.delete({ folder_id: folder.id })
      // Leave before the lists are read again: this folder's would answer that it is gone.
      if (isInside) await navigate(paths.apps(workspaceId, { folder: folder.parent_folder_id ?? undefined }))
    },
    touches: TOUCHES,
    done: () => fill(words.folderNameDeleted, { name: folder.name }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.deleteName, { name: folder.name })}
      confirmLabel={words.deleteFolder}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      {words.theFolderAndIts}
    </ConfirmDialog>
  )
}
