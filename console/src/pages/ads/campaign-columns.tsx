import type { ListedCampaign } from '@atrium/sdk'
import { Link } from 'react-router'
import { formatMoney } from '../../money.ts'
import { paths } from '../../paths.ts'
import { columnsOf } from '../../table/data-table-features.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { stateOf, TYPES } from './ad-words.ts'
import { CampaignMenu } from './CampaignMenu.tsx'
import { type Figure, formatFigure } from './figure-words.ts'
import { words } from './words.ts'

const column = columnsOf<ListedCampaign>()

export function campaignColumns(workspaceId: string, appId: string, currency: string) {
  const figure = (id: Figure, header: string, from: string) =>
    column.display({
      id,
      header,
      meta: { className: `w-24 text-end text-sm tabular-nums ${from}` },
      cell: ({ row: { original } }) =>
        original.metrics ? (
          formatFigure(id, original.metrics[id], currency)
        ) : (
          <span className="text-ink-3">–</span>
        ),
    })
  return column.columns([
    column.accessor('campaign_name', {
      header: words.campaign,
      meta: { isRowHeader: true },
      cell: ({ row: { original } }) => (
        <>
          <Link
            to={paths.adCampaign(workspaceId, appId, original.id)}
            className={`block truncate font-medium hover:text-accent hover:underline ${original.status === 'REMOVED' ? 'text-ink-3 line-through' : 'text-ink'}`}
          >
            {original.campaign_name}
          </Link>
          <p className="truncate text-sm leading-4.5 text-ink-3">
            {TYPES[original.campaign_type].label}
            <span className="@xl:hidden"> · {stateOf(original).label}</span>
          </p>
        </>
      ),
    }),
    column.display({
      id: 'status',
      header: words.status,
      meta: { className: 'hidden w-40 text-sm @xl:table-cell' },
      cell: ({ row: { original } }) => {
        const { tone, label } = stateOf(original)
        return <StatusDot tone={tone}>{label}</StatusDot>
      },
    }),
    column.accessor('daily_budget_micros', {
      header: words.budgetADay,
      meta: { className: 'hidden w-28 text-end text-sm tabular-nums @3xl:table-cell' },
      cell: ({ getValue }) => formatMoney(getValue(), currency),
    }),
    figure('cost_micros', 'Spend', ''),
    figure('clicks', 'Clicks', 'hidden @lg:table-cell'),
    figure('conversions', 'Conversions', 'hidden @4xl:table-cell'),
    column.display({
      id: 'actions',
      header: words.actions,
      meta: { isHeaderHidden: true, className: 'w-16 text-end sm:w-20' },
      cell: ({ row: { original } }) => <CampaignMenu campaign={original} />,
    }),
  ])
}
