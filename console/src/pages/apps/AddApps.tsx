import type { Folder } from '@atrium/sdk'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { fill } from '../../language/fill.ts'
import { AppPicker } from './AppPicker.tsx'
import { words } from './words.ts'

/** Chooses the apps for the folder that is open. */
export function AddApps({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const [chosen, setChosen] = useState<string[]>([])
  const add = useAct({
    run: () => client.folders.add_items({ folder_id: folder.id }, { app_ids: chosen }),
    touches: ['folders', 'apps'],
    done: ({ linked }) =>
      fill(words.appPutIntoName, {
        app: linked === 1 ? '1 app' : fill(words.linkedApps, { linked }),
        name: folder.name,
      }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={fill(words.addAppsToName, { name: folder.name })}
      submitLabel={chosen.length > 1 ? fill(words.addCountApps, { count: chosen.length }) : words.add}
      onClose={onClose}
      act={add}
      disabledReason={chosen.length === 0 ? words.chooseAtLeastOne : undefined}
      onSubmit={() => add.mutate(undefined, { onSuccess: onClose })}
    >
      <AppPicker label={words.apps} chosen={chosen} onChange={setChosen} without={folder.app_ids} />
    </FormDialog>
  )
}
