import { useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { load } from '../../api.ts'
import { fillWith } from '../../language/fill.ts'
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
import { words } from './words.ts'

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
      {words.newToken}
    </Button>
  )

  return (
    <>
      <PageHeader
        title={words.accessTokens}
        description={canAdminister(user_role) ? words.personalTokensOfEveryone : words.yourPersonalTokensIn}
        actions={createButton}
      />
      {page.items.length === 0 && !view.search ? (
        <EmptyState icon={KeyRound} title={words.noAccessTokens} action={createButton}>
          {words.createOneToUse}
        </EmptyState>
      ) : (
        <>
          <NameFilter
            what={words.accessTokens2}
            value={view.search}
            onChange={(search) => show({ search }, { replace: true })}
          />
          <FilteredTable
            label={words.accessTokens}
            columns={columns}
            page={page}
            nouns={['token', 'tokens']}
            rowName={({ name }) => name}
            onClear={() => show({ search: undefined })}
          >
            {fillWith(words.noNameContainsSearch, { search: view.search })}
          </FilteredTable>
        </>
      )}
      {isCreating && <CreateToken onClose={() => setCreating(false)} />}
      {revoking && <RevokeToken token={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}
