import { useSuspenseQuery } from '@tanstack/react-query'
import { Ellipsis, Megaphone, Pause, RefreshCw, Rocket } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useNavigate } from 'react-router'
import { useAct } from '../../act.ts'
import { adsQueries } from '../../ads-queries.ts'
import { client } from '../../api.ts'
import { loadForEditors } from '../../editors-only.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
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
import { DEFAULT_PRESET, PRESETS, presetOf } from './report-range.ts'
import { TrackingPending } from './TrackingPending.tsx'
import { UnsettledLaunches } from './UnsettledLaunches.tsx'
import { useAdsApp } from './use-ads-app.ts'
import { toastRefusal } from './use-campaign-acts.ts'
import { useUnsettledLaunches } from './use-unsettled-launches.ts'

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
      Launch a campaign
    </Button>
  )
  const hasUnsettled = items.some(({ unsettled }) => unsettled !== null)

  return (
    <>
      <PartHeading
        title="Campaigns"
        actions={
          <>
            <CampaignsMenu appId={appId} />
            {launch}
          </>
        }
      >
        All of them, paused and deleted ones too, as they are at the ad platform.
      </PartHeading>
      <div className="space-y-3 px-5 pb-4 empty:hidden sm:px-8">
        <UnsettledLaunches launches={launches} />
        {hasUnsettled && (
          <Notice tone="caution" title="What became of some changes is not known yet">
            The ad platform was sent them and did not answer. Atrium asks until it is known; this list
            refreshes by itself. Do not repeat them.
          </Notice>
        )}
        {items.some(({ metrics }) => metrics === null) && (
          <Notice tone="caution">
            The ad platform does not tell its figures right now. The campaigns are shown as they were last
            known.
          </Notice>
        )}
        {items.some(({ pause_reason }) => pause_reason === 'tracking_pending') && <TrackingPending />}
      </div>
      {items.length === 0 && !view.cursor && !view.search ? (
        launches.length === 0 && (
          <EmptyState icon={Megaphone} title="No campaigns yet" action={launch}>
            A campaign shows ads for this app to people who look for what it offers.
          </EmptyState>
        )
      ) : (
        <>
          <Toolbar label="Filter campaigns">
            <FilterField
              label="Search campaigns"
              placeholder="Name"
              value={view.search ?? ''}
              onChange={(search) => show({ search: search || undefined }, { replace: true })}
              className="w-full sm:w-64"
            />
            <Select
              label="Figures of"
              isLabelHidden
              options={PRESETS}
              value={view.range ?? DEFAULT_PRESET}
              onChange={(key) => show({ range: presetOf(String(key)) })}
              className="w-full sm:w-64"
            />
          </Toolbar>
          <FilteredTable
            label="Campaigns"
            columns={columns}
            page={page}
            nouns={['campaign', 'campaigns']}
            rowName={({ campaign_name }) => campaign_name}
            onClear={() => show({ search: undefined })}
          >
            No name contains “{view.search}”.
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
        ? `All ${checked} campaigns are as the ad platform has them`
        : `${added} added, ${updated} brought up to date`,
    failure: toastRefusal,
  })
  const pauseAll = useAct({
    run: () => client.campaigns.pause_all({ app_id: appId }),
    touches: ['ads'],
    done: ({ paused, failed }) =>
      `${paused} paused${failed.length > 0 ? `, ${failed.length} could not be` : ''}`,
    failure: toastRefusal,
  })
  return (
    <>
      <Menu label="All campaigns" trigger={<IconButton icon={Ellipsis} label="All campaigns" />}>
        <MenuItem
          icon={RefreshCw}
          description="Read all of them from the ad platform again"
          onAction={() => sync.mutate()}
        >
          Compare with the platform
        </MenuItem>
        <MenuItem icon={Pause} onAction={() => setPausing(true)}>
          Pause all
        </MenuItem>
      </Menu>
      {isPausing && (
        <ConfirmDialog
          title="Pause all campaigns?"
          confirmLabel="Pause all"
          act={pauseAll}
          onClose={() => setPausing(false)}
          onConfirm={() => pauseAll.mutate(undefined, { onSettled: () => setPausing(false) })}
        >
          None of them is shown or spends anything until it is resumed, one by one.
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
