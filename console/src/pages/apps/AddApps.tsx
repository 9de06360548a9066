import type { Folder } from '@atrium/sdk'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { AppPicker } from './AppPicker.tsx'

/** Chooses the apps for the folder that is open. */
export function AddApps({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const [chosen, setChosen] = useState<string[]>([])
  const add = useAct({
    run: () => client.folders.add_items({ folder_id: folder.id }, { app_ids: chosen }),
    touches: ['folders', 'apps'],
    done: ({ linked }) => `${linked === 1 ? '1 app' : `${linked} apps`} put into ${folder.name}`,
    failure: 'inline',
  })
  return (
    <FormDialog
      title={`Add apps to ${folder.name}`}
      submitLabel={chosen.length > 1 ? `Add ${chosen.length} apps` : 'Add'}
      onClose={onClose}
      act={add}
      disabledReason={chosen.length === 0 ? 'Choose at least one app.' : undefined}
      onSubmit={() => add.mutate(undefined, { onSuccess: onClose })}
    >
      <AppPicker label="Apps" chosen={chosen} onChange={setChosen} without={folder.app_ids} />
    </FormDialog>
  )
}
