import type { AccessToken } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { load, workspaceClient } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { useCreateAction } from '../../layout/use-create-action.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canAdminister } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { columnsOf } from '../../table/data-table-features.ts'
import { FilteredTable } from '../../table/FilteredTable.tsx'
import { NameFilter } from '../../table/NameFilter.tsx'
import { namedViewOf } from '../../table/named-view.ts'
import { useView } from '../../table/use-view.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { parseTime, Time } from '../../ui/Time.tsx'
import { CreateToken } from './CreateToken.tsx'

export function loader({ request, params: { workspace_id = '' } }: LoaderFunctionArgs) {
  return load(request, queries.tokens(workspace_id, namedViewOf(new URL(request.url).searchParams)))
}

export function Component() {
  const { id: workspaceId, user_role } = useWorkspace()
  const [view, show] = useView(namedViewOf, (next) => paths.tokens(workspaceId, next))
  const { data: page } = useSuspenseQuery(queries.tokens(workspaceId, view))
  const [isCreating, setCreating] = useState(false)
  useCreateAction(() => setCreating(true), true)
  const [revoking, setRevoking] = useState<AccessToken | null>(null)
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

const column = columnsOf<AccessToken>()

function tokenColumns(onRevoke: (token: AccessToken) => void) {
  return column.columns([
    column.accessor('name', {
      header: 'Name',
      meta: { isRowHeader: true, className: '@2xl:w-[28%]' },
      cell: ({ row: { original } }) => (
        <>
          <p className="truncate font-medium">{original.name}</p>
          <p className="truncate text-sm leading-4.5 text-ink-3">{original.user_email}</p>
        </>
      ),
    }),
    column.accessor('permission', {
      header: 'Permission',
      meta: { className: 'w-28 text-sm' },
      cell: ({ getValue }) =>
        getValue() === 'full_access' ? <Badge tone="caution">Full access</Badge> : <Badge>Read only</Badge>,
    }),
    column.accessor('app_ids', {
      header: 'Reaches',
      meta: { className: 'hidden text-sm text-ink-2 @3xl:table-cell' },
      cell: ({ getValue }) => reachOf(getValue()),
    }),
    column.accessor('created_date', {
      header: 'Created',
      meta: { className: 'hidden text-sm text-ink-2 @4xl:table-cell' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
    column.accessor('last_used_at', {
      header: 'Last used',
      meta: { className: 'hidden text-sm text-ink-2 @xl:table-cell' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
    column.accessor('expires_at', {
      header: 'Expires',
      meta: { className: 'hidden text-sm text-ink-2 @2xl:table-cell' },
      cell: ({ getValue }) => {
        const at = getValue()
        return at && parseTime(at) < new Date() ? <Badge tone="danger">Expired</Badge> : <Time at={at} />
      },
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      meta: { isHeaderHidden: true, className: 'w-24 text-right sm:w-28' },
      cell: ({ row: { original } }) => (
        <Button
          size="sm"
          look="danger-quiet"
          aria-label={`Revoke ${original.name}`}
          onPress={() => onRevoke(original)}
        >
          Revoke
        </Button>
      ),
    }),
  ])
}

function RevokeToken({ token, onClose }: { token: AccessToken; onClose: () => void }) {
  const { id: workspaceId } = useWorkspace()
  const revoke = useAct({
    run: () => workspaceClient(workspaceId).tokens.revoke({ token_id: token.id }),
    touches: ['tokens'],
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

function reachOf(appIds: string[] | null) {
  if (appIds === null) return 'All apps'
  return appIds.length === 1 ? '1 app' : `${appIds.length} apps`
}
