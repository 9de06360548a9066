import { useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { load } from '../../api.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { useCreateAction } from '../../layout/use-create-action.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canAdminister } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { FilteredTable } from '../../table/FilteredTable.tsx'
import { NameFilter } from '../../table/NameFilter.tsx'
import { namedViewOf } from '../../table/named-view.ts'
import { useView } from '../../table/use-view.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CreateToken } from './CreateToken.tsx'
import { RevokeToken } from './RevokeToken.tsx'
import { type ListedToken, tokenColumns } from './token-columns.tsx'

export function loader({ request, params: { workspace_id = '' } }: LoaderFunctionArgs) {
  return load(request, queries.tokens(workspace_id, namedViewOf(new URL(request.url).searchParams)))
}

export function Component() {
  const { id: workspaceId, user_role } = useWorkspace()
  const [view, show] = useView(namedViewOf, (next) => paths.tokens(workspaceId, next))
  const { data: page } = useSuspenseQuery(queries.tokens(workspaceId, view))
  const [isCreating, setCreating] = useState(false)
  useCreateAction(() => setCreating(true), true)
  const [revoking, setRevoking] = useState<ListedToken | null>(null)
  const columns = useMemo(() => tokenColumns(setRevoking), [])
  const createButton = (
    <Button look="primary" icon={Plus} onPress={() => setCreating(true)}>
      New token
    </Button>
  )

  return (
    <>
      <PageHeader
        title="Access tokens"
        description={
          canAdminister(user_role)
            ? 'Personal tokens of everyone in this workspace. Programs send them instead of a password.'
            : 'Your personal tokens in this workspace. Programs send them instead of your password.'
        }
        actions={createButton}
      />
      {page.items.length === 0 && !view.search ? (
        <EmptyState icon={KeyRound} title="No access tokens" action={createButton}>
          Create one to use the API, the SDK or the command line.
        </EmptyState>
      ) : (
        <>
          <NameFilter
            what="access tokens"
            value={view.search}
            onChange={(search) => show({ search }, { replace: true })}
          />
          <FilteredTable
            label="Access tokens"
            columns={columns}
            page={page}
            nouns={['token', 'tokens']}
            rowName={({ name }) => name}
            onClear={() => show({ search: undefined })}
          >
            No name contains “{view.search}”.
          </FilteredTable>
        </>
      )}
      {isCreating && <CreateToken onClose={() => setCreating(false)} />}
      {revoking && <RevokeToken token={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}
