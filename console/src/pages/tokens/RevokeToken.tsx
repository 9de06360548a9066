import type { ServiceAccount } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { words } from './words.ts'

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
    done: () => fill(words.nameRevoked, { name: token.name }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.revokeName, { name: token.name })}
      confirmLabel={words.revokeToken}
      act={revoke}
      onClose={onClose}
      onConfirm={() => revoke.mutate(undefined, { onSettled: onClose })}
    >
      {words.programsThatUseIt}
    </ConfirmDialog>
  )
}
