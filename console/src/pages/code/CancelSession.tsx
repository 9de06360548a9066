import type { CodingSession } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { words } from './words.ts'

interface CancelSessionProps {
  appId: string
  session: CodingSession
  onClose: () => void
}

export function CancelSession({ appId, session: { id }, onClose }: CancelSessionProps) {
  const cancel = useAct({
    run: () => client.coding.cancel({ app_id: appId, session_id: id }),
    touches: ['coding'],
    done: ({ state }) => (state === 'cancelled' ? words.sessionCancelled : words.theSessionIsBeing),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={words.cancelThisSession}
      confirmLabel={words.cancelSession}
      cancelLabel={words.letItGoOn}
      act={cancel}
      onClose={onClose}
      onConfirm={() => cancel.mutate(undefined, { onSettled: onClose })}
    >
      <p>{words.itStopsAtOnce}</p>
    </ConfirmDialog>
  )
}
