import type { TestRun } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { words } from './words.ts'

interface CancelTestRunProps {
  appId: string
  run: TestRun
  onClose: () => void
}

export function CancelTestRun({ appId, run: { id }, onClose }: CancelTestRunProps) {
  const cancel = useAct({
    run: () => client.test_runs.cancel({ app_id: appId, execution_id: id }),
    touches: ['test_runs', 'flows'],
    done: () => words.runCancelled,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={words.cancelThisRun}
      confirmLabel={words.cancelRun}
      cancelLabel={words.letItGoOn}
      act={cancel}
      onClose={onClose}
      onConfirm={() => cancel.mutate(undefined, { onSettled: onClose })}
    >
      <p>{words.itsBrowserIsClosed}</p>
    </ConfirmDialog>
  )
}
