import type { Backup } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { DatabaseBackup, ShieldAlert } from 'lucide-react'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { fillWith } from '../../language/fill.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { canAdminister } from '../../permissions.ts'
import { sizeOf } from '../../size-of.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { Pager } from '../../table/Pager.tsx'
import { useCursorPages } from '../../table/use-cursor-pages.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { workspaceQueries } from '../../workspace-queries.ts'
import { loadForAdmins } from '../own-connectors/load-for-admins.ts'
import { words } from './words.ts'

export function loader({ request, params: { workspace_id = '' } }: LoaderFunctionArgs) {
  const cursor = cursorOf(new URL(request.url).searchParams)
  return loadForAdmins(request, workspace_id, workspaceQueries.backups(workspace_id, cursor))
}

export function Component() {
  const { user_role } = useWorkspace()
  return (
    <>
      <PageHeader title={words.backups} description={words.copiesOfThisWhole} />
      {canAdminister(user_role) ? (
        <BackupList />
      ) : (
        <EmptyState icon={ShieldAlert} title={words.forOwnersAndAdmins}>
          {words.askAnOwnerOr}
        </EmptyState>
      )}
    </>
  )
}

function BackupList() {
  const { id: workspaceId } = useWorkspace()
  const { data: page } = useSuspenseQuery(
    workspaceQueries.backups(workspaceId, cursorOf(useSearchParams()[0])),
  )
  const pages = useCursorPages(page.next_cursor)
  if (page.items.length === 0) {
    return (
      <EmptyState icon={DatabaseBackup} title={words.noBackupsYet}>
        {words.setBackupDirOn}
      </EmptyState>
    )
  }
  const newest = page.items.find(({ status }) => status === 'completed')
  return (
    <div className="pt-5">
      {newest?.verification !== 'passed' && (
        <div className="px-5 pb-4 sm:px-8">
          <Notice title={words.theNewestBackupIs}>{words.onlyOneThatWas}</Notice>
        </div>
      )}
      <DataTable
        label={words.backups}
        columns={COLUMNS}
        rows={page.items}
        rowId={({ id }) => id}
        rowName={({ id }) => id}
        detail={(backup) => <BackupDetail backup={backup} />}
      />
      <Pager {...pages} count={page.items.length} noun={page.items.length === 1 ? 'backup' : 'backups'} />
    </div>
  )
}

function BackupDetail({ backup }: { backup: Backup }) {
  const { id, kind, error, point_in_time_from: from, point_in_time_to: to } = backup
  return (
    <div className="max-w-3xl space-y-3 text-sm text-ink-2">
      {error && (
        <Notice tone="danger" title={words.itFailed}>
          {error}
        </Notice>
      )}
      <p>
        {id}, {kind === 'copy' ? words.aCopyOfThe : words.writtenByPgDump}
      </p>
      {from && to && (
        <p>{fillWith(words.anyMomentFromTime, { time: <Time at={from} />, time2: <Time at={to} /> })}</p>
      )}
    </div>
  )
}

const column = columnsOf<Backup>()

const COLUMNS = column.columns([
  column.accessor('started_at', {
    header: words.taken,
    meta: { isRowHeader: true, className: 'w-full @2xl:w-[32%]' },
    cell: ({ getValue }) => <Time at={getValue()} />,
  }),
  column.accessor('status', {
    header: words.state,
    meta: { className: 'text-sm text-ink-2' },
    cell: ({ getValue }) => <State status={getValue()} />,
  }),
  column.accessor('bytes', {
    header: words.size,
    meta: { className: 'hidden text-sm text-ink-2 @lg:table-cell' },
    cell: ({ getValue }) => sizeText(getValue()),
  }),
  column.accessor('verified_at', {
    header: words.verified,
    meta: { className: 'hidden text-sm text-ink-2 @2xl:table-cell' },
    cell: ({ row: { original } }) => <Verified backup={original} />,
  }),
])

function State({ status }: { status: Backup['status'] }) {
  if (status === 'completed') return <StatusDot tone="good">{words.complete}</StatusDot>
  if (status === 'running') return <StatusDot tone="caution">{words.beingTaken}</StatusDot>
  return <StatusDot tone="danger">{words.failed}</StatusDot>
}

function Verified({ backup: { verification, verified_at } }: { backup: Backup }) {
  if (verified_at === null) return words.notYet
  return (
    <span className="inline-flex items-center gap-2">
      <StatusDot tone={verification === 'passed' ? 'good' : 'danger'}>
        {verification === 'passed' ? words.passed : words.failed}
      </StatusDot>
      <Time at={verified_at} />
    </span>
  )
}

function sizeText(bytes: number | null): string {
  return bytes === null ? '–' : sizeOf(bytes)
}

function cursorOf(search: URLSearchParams) {
  return search.get('cursor') ?? undefined
}
