import type { WorkflowRun } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { words } from './words.ts'

interface CancelRunProps {
  appId: string
  run: WorkflowRun
  onClose: () => void
}

export function CancelRun({ appId, run: { id, workflow_id }, onClose }: CancelRunProps) {
  const cancel = useAct({
    run: () => client.runs.cancel({ app_id: appId, workflow_id, run_id: id }),
    touches: ['runs', 'workflows'],
    done: ({ status }) => (status === 'cancelled' ? words.runCancelled : words.runIsBeingCancelled),
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
      <p>{words.whatIsUnderWay}</p>
    </ConfirmDialog>
  )
}
