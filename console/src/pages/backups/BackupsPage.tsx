import type { Backup } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { DatabaseBackup, ShieldAlert } from 'lucide-react'
import type { LoaderFunctionArgs } from 'react-router'
import { fill, fillWith } from '../../language/fill.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { canAdminister } from '../../permissions.ts'
import { sizeOf } from '../../size-of.ts'
import { ChoiceFilter } from '../../table/ChoiceFilter.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { FilteredTable } from '../../table/FilteredTable.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { useView } from '../../table/use-view.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { BACKUP_STATUSES, type BackupsView, workspacePaths } from '../../workspace-paths.ts'
import { workspaceQueries } from '../../workspace-queries.ts'
import { loadForAdmins } from '../own-connectors/load-for-admins.ts'
import { words } from './words.ts'

const LOOKS = {
  running: { label: words.beingTaken, tone: 'caution' },
  completed: { label: words.complete, tone: 'good' },
  failed: { label: words.failed, tone: 'danger' },
} as const
const INCOMPLETE = { label: words.incomplete, tone: 'caution' } as const
const looksOf = ({ status, left_out }: Backup) => (left_out > 0 ? INCOMPLETE : LOOKS[status])
const STATUSES = BACKUP_STATUSES.map((id) => ({ id, label: LOOKS[id].label }))

export function loader({ request, params: { workspace_id = '' } }: LoaderFunctionArgs) {
  const view = viewOf(new URL(request.url).searchParams)
  return loadForAdmins(request, workspace_id, workspaceQueries.backups(workspace_id, view))
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
  const [view, show] = useView(viewOf, (next) => workspacePaths.backups(workspaceId, next))
  const { data: page } = useSuspenseQuery(workspaceQueries.backups(workspaceId, view))
  const { status, cursor } = view
  if (page.items.length === 0 && status === undefined && !cursor) {
    return (
      <EmptyState icon={DatabaseBackup} title={words.noBackupsYet}>
        {words.setBackupDirOn}
      </EmptyState>
    )
  }
  const filter = (change: BackupsView) => show(change, { replace: true })
  // Other pages and statuses do not show the newest one that is complete.
  const showsNewest = !cursor && (status === undefined || status === 'completed')
  const newest = page.items.find((backup) => backup.status === 'completed')
  return (
    <div className="pt-5">
      {showsNewest && newest?.verification !== 'passed' && (
        <div className="px-5 pb-4 sm:px-8">
          <Notice title={words.theNewestBackupIs}>{words.onlyOneThatWas}</Notice>
        </div>
      )}
      <Toolbar label={words.filterBackups}>
        <ChoiceFilter
          label={words.state}
          every={words.everyState}
          options={STATUSES}
          value={status}
          onChange={(chosen) => filter({ status: chosen })}
        />
      </Toolbar>
      <FilteredTable
        label={words.backups}
        columns={COLUMNS}
        page={page}
        nouns={['backup', 'backups']}
        rowName={({ id }) => id}
        detail={(backup) => <BackupDetail backup={backup} />}
        onClear={() => filter({ status: undefined })}
      >
        {words.noneThatIsKept}
      </FilteredTable>
    </div>
  )
}

function BackupDetail({ backup }: { backup: Backup }) {
  const { id, kind, error, left_out, point_in_time_from: from, point_in_time_to: to } = backup
  return (
    <div className="max-w-3xl space-y-3 text-sm text-ink-2">
      {error && (
        <Notice tone="danger" title={words.itFailed}>
          {error}
        </Notice>
      )}
      {left_out > 0 && (
        <Notice title={words.itIsIncomplete}>{fill(words.leftOutPaths, { count: left_out })}</Notice>
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
    cell: ({ row: { original } }) => {
      const { tone, label } = looksOf(original)
      return <StatusDot tone={tone}>{label}</StatusDot>
    },
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

function viewOf(search: URLSearchParams): BackupsView {
  return {
    status: BACKUP_STATUSES.find((known) => known === search.get('status')),
    cursor: search.get('cursor') ?? undefined,
  }
}
