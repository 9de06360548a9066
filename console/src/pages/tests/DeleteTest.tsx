import type { Flow, FlowSummary } from '@atrium/sdk'
import { useNavigate } from 'react-router'
import { client } from '../../api.ts'
import { DeleteDialog } from '../../form/DeleteDialog.tsx'
import { fillWith } from '../../language/fill.ts'
import { AGREED } from '../../layout/leaving.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { isOpenRun } from '../test-runs/test-run-words.ts'
import { words } from './words.ts'

interface DeleteTestProps {
  appId: string
  flow: Pick<Flow | FlowSummary, 'id' | 'name' | 'last_run'>
  onClose: () => void
}

export function DeleteTest({ appId, flow: { id, name, last_run }, onClose }: DeleteTestProps) {
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  return (
    <DeleteDialog
      name={name}
      confirmLabel={words.deleteTest}
      run={async () => {
        await client.flows.delete({ app_id: appId, flow_id: id })
        // Away from what is not there any more, before it is read again.
        await navigate(paths.tests(workspaceId, appId), AGREED)
      }}
      touches={['flows', 'test_runs']}
      onClose={onClose}
    >
      <p>
        {fillWith(words.itsStepsAndIts, {
          theRun: last_run && isOpenRun(last_run.status) ? words.theRunThatGoes : '',
        })}
      </p>
    </DeleteDialog>
  )
}
