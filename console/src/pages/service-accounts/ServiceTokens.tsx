import type { ServiceAccount } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { explainError } from '../../explain-error.ts'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { workspaceQueries } from '../../workspace-queries.ts'
import { CreateToken } from '../tokens/CreateToken.tsx'
import { RevokeToken } from '../tokens/RevokeToken.tsx'
import { type ListedToken, tokenColumns } from '../tokens/token-columns.tsx'
import { words } from './words.ts'

/** The tokens of an account. */
export function ServiceTokens({ account, onClose }: { account: ServiceAccount; onClose: () => void }) {
  const { id: workspaceId } = useWorkspace()
  const { data: page, error } = useQuery(workspaceQueries.serviceTokens(workspaceId, account.id))
  const [isCreating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ListedToken | null>(null)
  const columns = useMemo(() => tokenColumns(setRevoking), [])
  return (
    <>
      <Dialog title={fill(words.tokensOfName, { name: account.name })} width="lg" onClose={onClose}>
        <DialogBody>
          {error && (
            <Notice tone="danger" title={explainError(error).title}>
              {explainError(error).message}
            </Notice>
          )}
          {page?.items.length === 0 && <p className="text-ink-2">{words.noTokensYet}</p>}
          {page && page.items.length > 0 && (
            <div className="-mx-5 sm:-mx-8">
              <DataTable
                label={words.tokens}
                columns={columns}
                rows={page.items}
                rowId={({ id }) => id}
                rowName={({ name }) => name}
              />
            </div>
          )}
        </DialogBody>
        <DialogFooter>
          <Button onPress={onClose}>{words.close}</Button>
          <Button look="primary" icon={Plus} onPress={() => setCreating(true)}>
            {words.newToken}
          </Button>
        </DialogFooter>
      </Dialog>
      {isCreating && <CreateToken account={account} onClose={() => setCreating(false)} />}
      {revoking && <RevokeToken account={account} token={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}
