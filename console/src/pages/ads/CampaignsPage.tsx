import { useSuspenseQuery } from '@tanstack/react-query'
import { Ellipsis, Megaphone, Pause, RefreshCw, Rocket } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useNavigate } from 'react-router'
import { useAct } from '../../act.ts'
import { adsQueries } from '../../ads-queries.ts'
import { client } from '../../api.ts'
import { loadForEditors } from '../../editors-only.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill, fillWith } from '../../language/fill.ts'
import { PartHeading } from '../../layout/PartHeading.tsx'
import { type CampaignsView, paths } from '../../paths.ts'
import { FilteredTable } from '../../table/FilteredTable.tsx'
import { FilterField } from '../../table/FilterField.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { useView } from '../../table/use-view.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { campaignColumns } from './campaign-columns.tsx'
import { settlePollMs } from './campaign-rules.ts'
import { UnsettledLaunches } from './launch/UnsettledLaunches.tsx'
import { useUnsettledLaunches } from './launch/use-unsettled-launches.ts'
import { DEFAULT_PRESET, PRESETS, presetOf } from './report-range.ts'
import { TrackingPending } from './TrackingPending.tsx'
import { useAdsApp } from './use-ads-app.ts'
import { toastRefusal } from './use-campaign-acts.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return loadForEditors(
    request,
    app_id,
    adsQueries.campaigns(app_id, viewOf(new URL(request.url).searchParams)),
  )
}

export function Component() {
  const { appId, workspaceId, currency } = useAdsApp()
  const [view, show] = useView(viewOf, (next) => paths.adCampaigns(workspaceId, appId, next))
  const launches = useUnsettledLaunches(appId)
  const { data: page } = useSuspenseQuery({
    ...adsQueries.campaigns(appId, view),
    refetchInterval: ({ state: { data } }) => settlePollMs(data?.items ?? [], launches.length),
  })
  const navigate = useNavigate()
  const columns = useMemo(() => campaignColumns(workspaceId, appId, currency), [workspaceId, appId, currency])
  const { items } = page
  const launch = (
    <Button look="primary" icon={Rocket} onPress={() => void navigate(paths.adLaunch(workspaceId, appId))}>
      {words.launchACampaign}
    </Button>
  )
  const hasUnsettled = items.some(({ unsettled }) => unsettled !== null)

  return (
    <>
      <PartHeading
        title={words.campaigns}
        actions={
          <>
            <CampaignsMenu appId={appId} />
            {launch}
          </>
        }
      >
        {words.allOfThemPaused}
      </PartHeading>
      <div className="space-y-3 px-5 pb-4 empty:hidden sm:px-8">
        <UnsettledLaunches launches={launches} />
        {hasUnsettled && (
          <Notice tone="caution" title={words.whatBecameOfSome}>
            {words.theAdPlatformWas}
          </Notice>
        )}
        {items.some(({ metrics }) => metrics === null) && (
          <Notice tone="caution">{words.theAdPlatformDoes}</Notice>
        )}
        {items.some(({ pause_reason }) => pause_reason === 'tracking_pending') && <TrackingPending />}
      </div>
      {items.length === 0 && !view.cursor && !view.search ? (
        launches.length === 0 && (
          <EmptyState icon={Megaphone} title={words.noCampaignsYet} action={launch}>
            {words.aCampaignShowsAds}
          </EmptyState>
        )
      ) : (
        <>
          <Toolbar label={words.filterCampaigns}>
            <FilterField
              label={words.searchCampaigns}
              placeholder={words.name}
              value={view.search ?? ''}
              onChange={(search) => show({ search: search || undefined }, { replace: true })}
              className="w-full sm:w-64"
            />
            <Select
              label={words.figuresOf}
              isLabelHidden
              options={PRESETS}
              value={view.range ?? DEFAULT_PRESET}
              onChange={(key) => show({ range: presetOf(String(key)) })}
              className="w-full sm:w-64"
            />
          </Toolbar>
          <FilteredTable
            label={words.campaigns}
            columns={columns}
            page={page}
            nouns={['campaign', 'campaigns']}
            rowName={({ campaign_name }) => campaign_name}
            onClear={() => show({ search: undefined })}
          >
            {fillWith(words.noNameContainsSearch, { search: view.search })}
          </FilteredTable>
        </>
      )}
    </>
  )
}

function CampaignsMenu({ appId }: { appId: string }) {
  const [isPausing, setPausing] = useState(false)
  const sync = useAct({
    run: () => client.campaigns.sync({ app_id: appId }),
    touches: ['ads'],
    done: ({ checked, added, updated }) =>
      added + updated === 0
        ? fill(words.allCheckedCampaignsAre, { checked })
        : fill(words.addedAddedUpdatedBrought, { added, updated }),
    failure: toastRefusal,
  })
  const pauseAll = useAct({
    run: () => client.campaigns.pause_all({ app_id: appId }),
    touches: ['ads'],
    done: ({ paused, failed }) =>
      fill(words.pausedPaused, {
        paused,
        more: failed.length > 0 ? fill(words.countCouldNotBe, { count: failed.length }) : '',
      }),
    failure: toastRefusal,
  })
  return (
    <>
      <Menu label={words.allCampaigns} trigger={<IconButton icon={Ellipsis} label={words.allCampaigns} />}>
        <MenuItem icon={RefreshCw} description={words.readAllOfThem} onAction={() => sync.mutate()}>
          {words.compareWithThePlatform}
        </MenuItem>
        <MenuItem icon={Pause} onAction={() => setPausing(true)}>
          {words.pauseAll}
        </MenuItem>
      </Menu>
      {isPausing && (
        <ConfirmDialog
          title={words.pauseAllCampaigns}
          confirmLabel={words.pauseAll}
          act={pauseAll}
          onClose={() => setPausing(false)}
          onConfirm={() => pauseAll.mutate(undefined, { onSettled: () => setPausing(false) })}
        >
          {words.noneOfThemIs}
        </ConfirmDialog>
      )}
    </>
  )
}

function viewOf(search: URLSearchParams): CampaignsView {
  return {
    search: search.get('search') ?? undefined,
    range: presetOf(search.get('range')),
    cursor: search.get('cursor') ?? undefined,
  }
}
