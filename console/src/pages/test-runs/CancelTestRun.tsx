import type { TestRun } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'

interface CancelTestRunProps {
  appId: string
  run: TestRun
  onClose: () => void
}

export function CancelTestRun({ appId, run: { id }, onClose }: CancelTestRunProps) {
  const cancel = useAct({
    run: () => client.test_runs.cancel({ app_id: appId, execution_id: id }),
    touches: ['test_runs', 'flows'],
    done: () => 'Run cancelled',
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title="Cancel this run?"
      confirmLabel="Cancel run"
      cancelLabel="Let it go on"
      act={cancel}
      onClose={onClose}
      onConfirm={() => cancel.mutate(undefined, { onSettled: onClose })}
    >
      <p>Its browser is closed at once. What it did in the app stays done, and its pictures stay.</p>
    </ConfirmDialog>
  )
}
