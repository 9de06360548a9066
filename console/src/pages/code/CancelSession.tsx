import type { CodingSession } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'

interface CancelSessionProps {
  appId: string
  session: CodingSession
  onClose: () => void
}

export function CancelSession({ appId, session: { id }, onClose }: CancelSessionProps) {
  const cancel = useAct({
    run: () => client.coding.cancel({ app_id: appId, session_id: id }),
    touches: ['coding'],
    done: ({ state }) => (state === 'cancelled' ? 'Session cancelled' : 'The session is being cancelled'),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title="Cancel this session?"
      confirmLabel="Cancel session"
      cancelLabel="Let it go on"
      act={cancel}
      onClose={onClose}
      onConfirm={() => cancel.mutate(undefined, { onSettled: onClose })}
    >
      <p>It stops at once. What it has pushed stays on its branch, and no pull request is opened.</p>
    </ConfirmDialog>
  )
}
