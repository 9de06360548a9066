import type { SearchTermRow } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { Download, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { adsQueries } from '../../ads-queries.ts'
import { fillWith } from '../../language/fill.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartHeading } from '../../layout/PartHeading.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { paths } from '../../paths.ts'
import { saveFile } from '../../save-file.ts'
import { toCsv } from '../../table/csv.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { Toolbar } from '../../table/Toolbar.tsx'
import { useView } from '../../table/use-view.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { type Figure, formatFigure } from './figure-words.ts'
import { RangeFilter } from './RangeFilter.tsx'
import { rangeLabel, reportViewOf } from './report-range.ts'
import { sortedTerms, termSortOf, termsTable } from './search-terms.ts'
import { useAdsApp } from './use-ads-app.ts'
import { words } from './words.ts'

export function Component() {
  const { appId, workspaceId, currency, zone } = useAdsApp()
  const [{ sort, ...days }, show] = useView(viewOf, (next) => paths.searchTerms(workspaceId, appId, next))
  const report = useQuery({ ...adsQueries.searchTerms(appId, days), placeholderData: (before) => before })
  const rows = useMemo(() => sortedTerms(report.data ?? [], sort), [report.data, sort])
  const columns = useMemo(() => termColumns(currency), [currency])
  const download = () => {
    const { header, cells } = termsTable(rows, currency)
    const name = `search-terms-${rangeLabel(days)
      .toLowerCase()
      .replaceAll(/[^a-z0-9-]+/g, '-')}.csv`
    saveFile(new Blob([toCsv(header, cells)], { type: 'text/csv;charset=utf-8' }), name)
  }

  return (
    <>
      <PartHeading
        title={words.searchTerms}
        actions={
          <Button
            icon={Download}
            onPress={download}
            disabledReason={rows.length === 0 ? words.thereIsNothingTo : undefined}
          >
            {words.downloadCsv}
          </Button>
        }
      >
        {words.whatPeopleSearchedBefore}
      </PartHeading>
      <Toolbar label={words.daysOfTheReport}>
        <RangeFilter zone={zone} view={days} onChange={({ range, from, to }) => show({ range, from, to })} />
      </Toolbar>
      {report.error ? (
        <div className="px-5 sm:px-8">
          <PartFailure
            error={report.error}
            onRetry={() => void report.refetch()}
            isRetrying={report.isFetching}
          />
        </div>
      ) : !report.data ? (
        <div className="px-5 sm:px-8">
          <PartLoading what={words.searchTerms2} />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState icon={SearchX} title={words.noSearchTerms}>
          {words.nobodySawTheAds}
        </EmptyState>
      ) : (
        <div className={report.isPlaceholderData ? 'opacity-60' : ''}>
          <DataTable
            label={words.searchTerms}
            columns={columns}
            rows={rows}
            // Campaigns may have the same name; only the place tells such rows apart.
            rowId={(row) => String(rows.indexOf(row))}
            rowName={({ search_term }) => search_term}
            sort={{ value: sort, onChange: (next) => show({ sort: next }) }}
          />
          <p role="status" className="border-t border-line px-5 py-3 text-sm text-ink-3 sm:px-8">
            {fillWith(words.countTermSmartCampaigns, {
              count: rows.length,
              term: rows.length === 1 ? 'term' : 'terms',
            })}
          </p>
        </div>
      )}
    </>
  )
}

const column = columnsOf<SearchTermRow>()

function termColumns(currency: string) {
  const figure = (id: Figure, header: string, className: string) =>
    column.accessor(id, {
      header,
      meta: { sortBy: id, className: `text-end text-sm tabular-nums ${className}` },
      cell: ({ getValue }) => formatFigure(id, getValue(), currency),
    })
  return column.columns([
    column.accessor('search_term', {
      header: words.searchTerm,
      meta: { isRowHeader: true, sortBy: 'search_term' },
      cell: ({ row: { original } }) => (
        <>
          <p className="truncate font-medium">{original.search_term}</p>
          <p className="truncate text-sm leading-4.5 text-ink-3 @4xl:hidden">{original.campaign}</p>
        </>
      ),
    }),
    column.accessor('campaign', {
      header: words.campaign,
      meta: { className: 'hidden w-[26%] text-sm text-ink-2 @4xl:table-cell', sortBy: 'campaign' },
    }),
    figure('impressions', 'Impressions', 'w-28'),
    figure('clicks', 'Clicks', 'hidden w-20 @md:table-cell'),
    figure('cost_micros', 'Spend', 'hidden w-28 @lg:table-cell'),
    figure('conversions', 'Conversions', 'hidden w-32 @xl:table-cell'),
  ])
}

function viewOf(search: URLSearchParams) {
  return { ...reportViewOf(search), sort: termSortOf(search.get('sort')) }
}
