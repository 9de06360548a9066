import type { AccessToken, ServiceAccount } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toastFailure, useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { Button } from '../../ui/Button.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Time } from '../../ui/Time.tsx'
import { workspaceQueries } from '../../workspace-queries.ts'
import { TokenValue } from '../tokens/TokenValue.tsx'

const PERMISSIONS = [
  { id: 'read_only', label: 'Read only', description: 'Reads what the account can read.' },
  { id: 'full_access', label: 'Full access', description: 'Does everything the account can do.' },
]

type Token = Pick<AccessToken, 'id' | 'name'>

/** The tokens of an account, and a form for one more. */
export function ServiceTokens({ account, onClose }: { account: ServiceAccount; onClose: () => void }) {
  const { id: workspaceId } = useWorkspace()
  const at = { service_account_id: account.id }
  const { data: page } = useQuery(workspaceQueries.serviceTokens(workspaceId, account.id))
  const create = useAct({
    run: (values: FormData) =>
      workspaceClient(workspaceId).service_accounts.create_token(at, {
        name: textOf(values, 'name'),
        permission: textOf(values, 'permission') === 'full_access' ? 'full_access' : 'read_only',
      }),
    touches: ['service_accounts', 'tokens'],
    failure: 'inline',
  })
  const [revoking, setRevoking] = useState<Token | null>(null)
  if (create.data) return <TokenValue token={create.data} onClose={onClose} />
  return (
    <>
      <FormDialog
        title={`Tokens of ${account.name}`}
        submitLabel="Create token"
        onClose={onClose}
        act={create}
        onSubmit={(values) => create.mutate(values)}
      >
        {page && page.items.length > 0 && (
          <ul aria-label="Tokens" className="divide-y divide-line rounded-md border border-line">
            {page.items.map((token) => (
              <li key={token.id} className="flex items-center gap-3 px-3 py-2">
                <span className="min-w-0 flex-1 truncate font-medium">{token.name}</span>
                <span className="text-sm text-ink-3">
                  <Time at={token.last_used_at} />
                </span>
                <Button
                  size="sm"
                  look="danger-quiet"
                  aria-label={`Revoke ${token.name}`}
                  onPress={() => setRevoking(token)}
                >
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        )}
        <TextField label="Name" name="name" maxLength={100} hint="What will use it." isRequired />
        <RadioCards label="Permission" name="permission" defaultValue="read_only" options={PERMISSIONS} />
      </FormDialog>
      {revoking && (
        <RevokeServiceToken account={account} token={revoking} onClose={() => setRevoking(null)} />
      )}
    </>
  )
}

interface RevokeProps {
  account: ServiceAccount
  token: Token
  onClose: () => void
}

function RevokeServiceToken({ account, token, onClose }: RevokeProps) {
  const { id: workspaceId } = useWorkspace()
  const revoke = useAct({
    run: () =>
      workspaceClient(workspaceId).service_accounts.revoke_token({
        service_account_id: account.id,
        token_id: token.id,
      }),
    touches: ['service_accounts', 'tokens'],
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
