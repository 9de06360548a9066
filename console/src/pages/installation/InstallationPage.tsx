import type { Installation } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Building2, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, useNavigate } from 'react-router'
import { fillWith } from '../../language/fill.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { RefreshButton } from '../../layout/RefreshButton.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { canAdminister } from '../../permissions.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { workspacePaths } from '../../workspace-paths.ts'
import { workspaceQueries } from '../../workspace-queries.ts'
import { loadForAdmins } from '../own-connectors/load-for-admins.ts'
import { words } from './words.ts'

export function loader({ request, params: { workspace_id = '' } }: LoaderFunctionArgs) {
  return loadForAdmins(request, workspace_id, workspaceQueries.installation(workspace_id))
}

export function Component() {
  const { user_role } = useWorkspace()
  const isAllowed = canAdminister(user_role)
  return (
    <>
      <PageHeader
        title={words.installation}
        description={words.howTheServerThat}
        actions={isAllowed ? <Actions /> : undefined}
      />
      {isAllowed ? (
        <Parts />
      ) : (
        <EmptyState icon={ShieldAlert} title={words.forOwnersAndAdmins}>
          {words.askAnOwnerOr}
        </EmptyState>
      )}
    </>
  )
}

function Actions() {
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const { data: installation } = useSuspenseQuery(workspaceQueries.installation(workspaceId))
  return (
    <>
      {installation.is_admin && (
        <Button
          icon={Building2}
          onPress={() => void navigate(workspacePaths.installationWorkspaces(workspaceId))}
        >
          {words.manageWorkspaces}
        </Button>
      )}
      <RefreshButton areas={['installation']} />
    </>
  )
}

function Parts() {
  const { id: workspaceId } = useWorkspace()
  const { data: installation } = useSuspenseQuery(workspaceQueries.installation(workspaceId))
  const { version, nodes, database, backups, jobs, checks, checked_at } = installation
  return (
    <div className="space-y-8 pt-5 pb-8">
      <dl className="grid gap-x-8 gap-y-4 px-5 sm:grid-cols-2 sm:px-8 xl:grid-cols-4">
        <Fact name="Version">{version}</Fact>
        <Fact name="Nodes">{nodes}</Fact>
        <Fact name="Database">
          {fillWith(words.postgreSQLVersionRunByLess, {
            version: database.version,
            runBy: database.kind === 'embedded' ? words.runByAtrium : words.yourOwn,
            sizeBelowGib: database.size_below_gib,
          })}
        </Fact>
        <Fact name="Newest backup">
          <Link to={workspacePaths.backups(workspaceId)} className="underline hover:text-ink">
            <Time at={backups.completed_at} otherwise={backups.is_on ? words.noneYet : words.turnedOff} />
          </Link>
        </Fact>
      </dl>
      <section aria-labelledby="installation-checks" className="space-y-3">
        <h2 id="installation-checks" className="px-5 text-lg font-semibold tracking-tight sm:px-8">
          {words.checks}
        </h2>
        <ul className="divide-y divide-line border-y border-line">
          {checks.map((check) => (
            <CheckLine key={check.check} check={check} />
          ))}
        </ul>
        <p className="caption px-5 sm:px-8">
          {fillWith(words.lookedAtTime, { time: <Time at={checked_at} /> })}
        </p>
      </section>
      <section aria-labelledby="installation-jobs" className="space-y-3">
        <h2 id="installation-jobs" className="px-5 text-lg font-semibold tracking-tight sm:px-8">
          {words.backgroundJobs}
        </h2>
        {jobs.length === 0 ? (
          <p className="px-5 text-ink-2 sm:px-8">{words.nothingWaitsRunsOr}</p>
        ) : (
          <DataTable
            label={words.backgroundJobs}
            columns={COLUMNS}
            rows={jobs}
            rowId={({ kind }) => kind}
            rowName={({ kind }) => kind}
          />
        )}
      </section>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-3">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}

type Check = Installation['checks'][number]

const TONES = { passed: 'good', warning: 'caution', failed: 'danger' } as const
const STATES = { passed: words.fine, warning: words.lookAtIt, failed: words.broken }

function CheckLine({ check: { status, finding, advice } }: { check: Check }) {
  return (
    <li className="flex flex-col gap-x-6 gap-y-1 px-5 py-3 sm:flex-row sm:px-8">
      <span className="w-28 shrink-0 text-sm">
        <StatusDot tone={TONES[status]}>{STATES[status]}</StatusDot>
      </span>
      <span className="min-w-0">
        {finding}
        {advice && <span className="block text-sm text-ink-2">{advice}</span>}
      </span>
    </li>
  )
}

const column = columnsOf<Installation['jobs'][number]>()

const COLUMNS = column.columns([
  column.accessor('kind', {
    header: words.kind,
    meta: { isRowHeader: true, className: 'w-full font-mono text-sm @2xl:w-[50%]' },
    cell: ({ getValue }) => <span className="break-all">{getValue()}</span>,
  }),
  column.accessor('waiting', { header: words.waiting, meta: { className: 'text-sm text-ink-2' } }),
  column.accessor('active', {
    header: words.running,
    meta: { className: 'hidden text-sm text-ink-2 @lg:table-cell' },
  }),
  column.accessor('failed', { header: words.failed, meta: { className: 'text-sm text-ink-2' } }),
  column.accessor('due_since', {
    header: words.dueSince,
    meta: { className: 'hidden text-sm text-ink-2 @2xl:table-cell' },
    cell: ({ getValue }) => <Time at={getValue()} otherwise="–" />,
  }),
])
