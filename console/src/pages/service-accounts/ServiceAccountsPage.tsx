import type { ServiceAccount } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Plus, ServerCog } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { workspaceClient } from '../../api.ts'
import { DeleteDialog } from '../../form/DeleteDialog.tsx'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { canAdminister } from '../../permissions.ts'
import { columnsOf } from '../../table/data-table-features.ts'
import { NamedTable } from '../../table/NamedTable.tsx'
import { Pager } from '../../table/Pager.tsx'
import { useCursorPages } from '../../table/use-cursor-pages.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Time } from '../../ui/Time.tsx'
import { workspaceQueries } from '../../workspace-queries.ts'
import { ForAdmins } from '../own-connectors/ForAdmins.tsx'
import { loadForAdmins } from '../own-connectors/load-for-admins.ts'
import { ServiceAccountForm } from './ServiceAccountForm.tsx'
import { ServiceTokens } from './ServiceTokens.tsx'
import { words } from './words.ts'

export function loader({ request, params: { workspace_id = '' } }: LoaderFunctionArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  return loadForAdmins(request, workspace_id, workspaceQueries.serviceAccounts(workspace_id, cursor))
}

type Open = { what: 'create' } | { what: 'change' | 'tokens' | 'delete'; account: ServiceAccount } | null

const TITLE = {
  title: words.serviceAccounts,
  description: words.membersThatArePrograms,
}

export function Component() {
  const { user_role } = useWorkspace()
  if (canAdminister(user_role)) return <ServiceAccounts />
  return (
    <>
      <PageHeader {...TITLE} />
      <ForAdmins>{words.askAnOwnerOr}</ForAdmins>
    </>
  )
}

function ServiceAccounts() {
  const { id: workspaceId } = useWorkspace()
  const cursor = useSearchParams()[0].get('cursor') ?? undefined
  const { data: page } = useSuspenseQuery(workspaceQueries.serviceAccounts(workspaceId, cursor))
  const pages = useCursorPages(page.next_cursor)
  const [open, setOpen] = useState<Open>(null)
  const columns = useMemo(() => accountColumns(setOpen), [])
  const close = () => setOpen(null)
  const createButton = (
    <Button look="primary" icon={Plus} onPress={() => setOpen({ what: 'create' })}>
      {words.newServiceAccount}
    </Button>
  )
  return (
    <>
      <PageHeader {...TITLE} actions={createButton} />
      {page.items.length === 0 ? (
        <EmptyState icon={ServerCog} title={words.noServiceAccounts} action={createButton}>
          {words.createOneForA}
        </EmptyState>
      ) : (
        <>
          <NamedTable
            what={words.serviceAccounts2}
            label={words.serviceAccounts}
            columns={columns}
            rows={page.items}
            rowId={({ id }) => id}
            rowName={({ name }) => name}
          />
          <Pager
            {...pages}
            count={page.items.length}
            noun={page.items.length === 1 ? words.serviceAccount : words.serviceAccounts2}
          />
        </>
      )}
      {open?.what === 'create' && <ServiceAccountForm onClose={close} />}
      {open?.what === 'change' && <ServiceAccountForm account={open.account} onClose={close} />}
      {open?.what === 'tokens' && <ServiceTokens account={open.account} onClose={close} />}
      {open?.what === 'delete' && <DeleteServiceAccount account={open.account} onClose={close} />}
    </>
  )
}

const column = columnsOf<ServiceAccount>()

function accountColumns(onOpen: (open: Open) => void) {
  return column.columns([
    column.accessor('name', {
      header: words.name,
      meta: { isRowHeader: true, className: '@2xl:w-[34%]' },
      cell: ({ row: { original } }) => (
        <>
          <p className="truncate font-medium">{original.name}</p>
          <p className="truncate text-sm leading-4.5 text-ink-3">{original.description || original.email}</p>
        </>
      ),
    }),
    column.accessor('role', {
      header: words.role,
      meta: { className: 'w-24 text-sm' },
      cell: ({ getValue }) => (
        <Badge tone={getValue() === 'admin' ? 'caution' : 'neutral'}>{getValue()}</Badge>
      ),
    }),
    column.accessor('last_seen', {
      header: words.lastSeen,
      meta: { className: 'hidden text-sm text-ink-2 @2xl:table-cell' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
    column.display({
      id: 'actions',
      header: words.actions,
      meta: { isHeaderHidden: true, className: 'text-end' },
      cell: ({ row: { original: account } }) => (
        <span className="flex flex-col items-end gap-1.5 @2xl:flex-row @2xl:justify-end">
          {(['tokens', 'change', 'delete'] as const).map((what) => (
            <Button
              key={what}
              size="sm"
              look={what === 'delete' ? 'danger-quiet' : 'quiet'}
              aria-label={`${WORDS[what]}${what === 'tokens' ? ' of' : ''} ${account.name}`}
              onPress={() => onOpen({ what, account })}
            >
              {WORDS[what]}
            </Button>
          ))}
        </span>
      ),
    }),
  ])
}

const WORDS = { tokens: words.tokens, change: words.change, delete: 'Delete' }

function DeleteServiceAccount({ account, onClose }: { account: ServiceAccount; onClose: () => void }) {
  const { id: workspaceId } = useWorkspace()
  return (
    <DeleteDialog
      name={account.name}
      confirmLabel={words.deleteServiceAccount}
      run={() => workspaceClient(workspaceId).service_accounts.delete({ service_account_id: account.id })}
      touches={['service_accounts', 'tokens']}
      onClose={onClose}
    >
      {words.programsThatUseIts}
    </DeleteDialog>
  )
}
