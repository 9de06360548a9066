import type { ServiceAccount } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'

interface RevokeTokenProps {
  token: { id: string; name: string }
  /** Whose token it is, where it is not a person's. */
  account?: ServiceAccount
  onClose: () => void
}

export function RevokeToken({ token, account, onClose }: RevokeTokenProps) {
  const { id: workspaceId } = useWorkspace()
  const revoke = useAct<void>({
    run: async () => {
      const token_id = token.id
      if (account)
        await workspaceClient(workspaceId).service_accounts.revoke_token({
          service_account_id: account.id,
          token_id,
        })
      else await workspaceClient(workspaceId).tokens.revoke({ token_id })
    },
    touches: ['tokens', 'service_accounts'],
    done: () => `${token.name} revoked`,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={`Revoke ${token.name}?`}
      confirmLabel="Revoke token"
      act={revoke}
      onClose={onClose}
      onConfirm={() => revoke.mutate(undefined, { onSettled: onClose })}
    >
      Programs that use it stop working at once. A revoked token cannot be brought back.
    </ConfirmDialog>
  )
}
