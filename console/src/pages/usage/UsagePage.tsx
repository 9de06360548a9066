import type { Usage } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { DayChart } from '../../chart/DayChart.tsx'
import { dayPoint } from '../../chart/day-points.ts'
import { fill } from '../../language/fill.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canAdminister } from '../../permissions.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { workspaceQueries } from '../../workspace-queries.ts'
import { KIND_LABELS } from '../credits/credit-words.ts'
import { loadForAdmins } from '../own-connectors/load-for-admins.ts'
import { MeterCard } from './MeterCard.tsx'
import { formatNumber, nearMeters } from './usage-words.ts'
import { words } from './words.ts'

export function loader({ request, params: { workspace_id = '' } }: LoaderFunctionArgs) {
  return loadForAdmins(request, workspace_id, workspaceQueries.usage(workspace_id))
}

export function Component() {
  const { user_role } = useWorkspace()
  return (
    <>
      <PageHeader title={words.usage} description={words.whatThisWorkspaceUses} />
      {canAdminister(user_role) ? (
        <UsageParts />
      ) : (
        <EmptyState icon={ShieldAlert} title={words.forOwnersAndAdmins}>
          {words.yourOwnCreditsAre}
        </EmptyState>
      )}
    </>
  )
}

function UsageParts() {
  const { id: workspaceId } = useWorkspace()
  const { data: usage } = useSuspenseQuery(workspaceQueries.usage(workspaceId))
  const near = nearMeters(usage)
  return (
    <div className="space-y-8 px-5 pt-5 pb-8 sm:px-8">
      {near.length > 0 && (
        <Notice tone="caution" title={words.nearlyUsedUp}>
          <ul className="list-disc ps-4">
            {near.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Notice>
      )}
      <section aria-label={words.ofTheWorkspace}>
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          {usage.meters.map((meter) => (
            <MeterCard key={meter.id} meter={meter} of="the workspace" />
          ))}
        </ul>
      </section>
      <Credits credits={usage.credits} />
      <Apps apps={usage.apps} />
    </div>
  )
}

function Credits({ credits }: Pick<Usage, 'credits'>) {
  const { id: workspaceId } = useWorkspace()
  const { by_day, by_kind, by_app, by_member, is_complete } = credits
  const points = by_day.map(({ date }) => dayPoint(date))
  return (
    <section aria-labelledby="usage-credits" className="space-y-4">
      <h2 id="usage-credits" className="text-lg font-semibold tracking-tight">
        {words.creditsOfTheLast}
      </h2>
      <DayChart
        title={words.creditsByDay}
        points={points}
        series={[{ id: 'credits', label: words.credits, values: by_day.map(({ amount }) => amount) }]}
        format={formatNumber}
      />
      <p className="caption">
        {words.todayStillRunsSo}
        {!is_complete && words.thereAreSoMany}
      </p>
      <div className="grid gap-6 lg:grid-cols-3">
        <Shares
          title={words.byWhatTheyWere}
          rows={by_kind.map(({ kind, amount }) => ({ id: kind, name: KIND_LABELS[kind], amount }))}
        />
        <Shares
          title={words.byApp}
          rows={by_app.map(({ app_id, app_name, amount }) => ({
            id: app_id ?? 'none',
            name: app_name ?? (app_id === null ? words.noApp : words.aDeletedApp),
            amount,
          }))}
        />
        <Shares
          title={words.byMember}
          rows={by_member.map(({ user_id, user_email, amount }) => ({
            id: user_id,
            name: user_email ?? words.somebodyWhoIsGone,
            amount,
          }))}
        />
      </div>
      <Link to={paths.credits(workspaceId)} className="text-sm underline hover:text-ink">
        {words.everySingleUse}
      </Link>
    </section>
  )
}

interface SharesProps {
  title: string
  rows: readonly { id: string; name: string; amount: number }[]
}

function Shares({ title, rows }: SharesProps) {
  return (
    <div className="min-w-0">
      <h3 className="mb-2 text-sm font-medium text-ink-2">{title}</h3>
      {rows.length === 0 ? (
        <p className="text-sm text-ink-3">{words.noneWereUsed}</p>
      ) : (
        <table aria-label={title} className="w-full table-fixed text-sm">
          <tbody>
            {rows.map(({ id, name, amount }) => (
              <tr key={id} className="border-t border-line">
                <th scope="row" className="truncate py-1.5 pe-3 text-start font-normal" title={name}>
                  {name}
                </th>
                <td className="w-28 py-1.5 text-end tabular-nums">{formatNumber(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

function Apps({ apps }: Pick<Usage, 'apps'>) {
  const { id: workspaceId } = useWorkspace()
  return (
    <section aria-labelledby="usage-apps" className="space-y-5">
      <h2 id="usage-apps" className="text-lg font-semibold tracking-tight">
        {words.apps}
      </h2>
      {apps.length === 0 && <p className="text-ink-3">{words.noAppHasRecords}</p>}
      {apps.map(({ app_id, app_name, meters }) => (
        <div key={app_id}>
          <h3 className="mb-2 font-medium">
            <Link to={paths.app(workspaceId, app_id)} className="hover:underline">
              {app_name}
            </Link>
          </h3>
          <ul
            aria-label={fill(words.usageOfAppName, { appName: app_name })}
            className="grid gap-4 sm:grid-cols-2 xl:grid-cols-5"
          >
            {meters.map((meter) => (
              <MeterCard key={meter.id} meter={meter} of={app_name} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
