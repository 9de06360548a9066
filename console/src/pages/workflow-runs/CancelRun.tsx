import type { WorkflowRun } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'

interface CancelRunProps {
  appId: string
  run: WorkflowRun
  onClose: () => void
}

export function CancelRun({ appId, run: { id, workflow_id }, onClose }: CancelRunProps) {
  const cancel = useAct({
    run: () => client.runs.cancel({ app_id: appId, workflow_id, run_id: id }),
    touches: ['runs', 'workflows'],
    done: ({ status }) => (status === 'cancelled' ? 'Run cancelled' : 'Run is being cancelled'),
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
      <p>What is under way is broken off, and nothing follows. What its steps did so far stays done.</p>
    </ConfirmDialog>
  )
}
