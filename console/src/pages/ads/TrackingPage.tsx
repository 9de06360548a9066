import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, RefreshCw, Target } from 'lucide-react'
import { type LoaderFunctionArgs, useNavigate } from 'react-router'
import { adsQueries } from '../../ads-queries.ts'
import { refresh } from '../../api.ts'
import { loadForEditors } from '../../editors-only.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartHeading } from '../../layout/PartHeading.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { paths } from '../../paths.ts'
import { queries } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Time } from '../../ui/Time.tsx'
import { CONVERSIONS } from './ad-words.ts'
import { BootstrapPrompt } from './BootstrapPrompt.tsx'
import { Mappings } from './Mappings.tsx'
import { useAdsApp } from './use-ads-app.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return loadForEditors(
    request,
    app_id,
    adsQueries.account(app_id),
    adsQueries.mappings(app_id),
    queries.schemas(app_id),
  )
}

export function Component() {
  const { appId } = useAdsApp()
  const { data: account } = useSuspenseQuery(adsQueries.account(appId))
  return (
    <>
      <PartHeading title={words.tracking}>{words.whetherTheAppTells}</PartHeading>
      {account && account.status !== 'PENDING' ? (
        <>
          <Scan verified={account.tracking_verified_date} />
          <BootstrapPrompt />
          <Mappings />
          <Actions />
        </>
      ) : (
        <>
          <NoAccount />
          <Mappings />
        </>
      )}
    </>
  )
}

function NoAccount() {
  const { appId, workspaceId } = useAdsApp()
  const navigate = useNavigate()
  return (
    <EmptyState
      icon={Target}
      title={words.noAdvertisingAccountYet}
      action={
        <Button look="primary" onPress={() => void navigate(paths.adLaunch(workspaceId, appId))}>
          {words.launchACampaign}
        </Button>
      }
    >
      {words.trackingIsSetUp}
    </EmptyState>
  )
}

/** What the app's code lacks, from the platform's point of view. */
function Scan({ verified }: { verified: string | null }) {
  const { appId } = useAdsApp()
  const scan = useQuery(adsQueries.scan(appId))
  const { data } = scan
  return (
    <section aria-labelledby="scan" className="border-t border-line px-5 py-6 sm:px-8">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 id="scan" className="font-semibold">
            {words.theAppsCode}
          </h3>
          <p className="text-sm text-ink-3">
            {verified ? fillWith(words.verifiedTime, { time: <Time at={verified} /> }) : words.notVerifiedYet}
          </p>
        </div>
        <Button
          icon={RefreshCw}
          isPending={scan.isFetching} // A clean scan starts campaigns, so that everything is read again.
          onPress={() => void refresh('ads')}
        >
          {words.scanAgain}
        </Button>
      </div>
      {scan.error ? (
        <PartFailure error={scan.error} onRetry={() => void scan.refetch()} isRetrying={scan.isFetching} />
      ) : !data ? (
        <PartLoading what={words.theScan} />
      ) : data.skipped_reason ? (
        <Notice>{SKIPPED[data.skipped_reason]}</Notice>
      ) : (
        <>
          <p className="flex items-center gap-2 font-medium">
            {data.is_clean ? (
              <CircleCheck aria-hidden className="size-4.5 text-accent" />
            ) : (
              <CircleAlert aria-hidden className="size-4.5 text-caution" />
            )}
            {data.is_clean ? words.theTagIsInstalled : words.somethingIsMissing}
            <span className="font-normal text-ink-3">
              {data.calls_count === 1
                ? words.n1CallFound
                : fill(words.callsCountCallsFound, { callsCount: data.calls_count })}
            </span>
          </p>
          {data.gaps.length > 0 && (
            <ul aria-label={words.gaps} className="mt-3 space-y-2">
              {data.gaps.map((gap) => (
                <li
                  key={`${gap.kind} ${gap.file_path ?? ''} ${gap.mapping_id ?? ''} ${gap.message}`}
                  className="rounded-md border border-line px-3.5 py-2.5"
                >
                  <p className="break-words">{gap.message}</p>
                  {gap.file_path && <p className="font-mono text-xs break-all text-ink-3">{gap.file_path}</p>}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}

const SKIPPED = {
  no_ads_account: words.thereIsNothingToLook,
  no_source: words.theAppHasNoCode,
}

/** The goals of the account; the instruction above makes those that are missing. */
function Actions() {
  const { appId } = useAdsApp()
  const { data, error, refetch, isFetching } = useQuery(adsQueries.actions(appId))
  return (
    <section aria-labelledby="actions" className="border-t border-line px-5 py-6 sm:px-8">
      <h3 id="actions" className="font-semibold">
        {words.conversionActions}
      </h3>
      <p className="mb-4 text-sm text-ink-3">{words.theGoalsOfThe}</p>
      {error ? (
        <PartFailure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : !data ? (
        <PartLoading what={words.conversionActions2} />
      ) : data.length === 0 ? (
        <p className="text-ink-2">{words.noneYetMakingThe}</p>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {data.map((action) => (
            <li key={action.id} className="rounded-lg border border-line px-4 py-3">
              <p className="font-medium">{CONVERSIONS[action.conversion_type] ?? action.conversion_type}</p>
              <p className="truncate text-sm text-ink-3">{action.name}</p>
              {action.conversion_id && action.label ? (
                <p className="mt-1 flex items-center gap-1 font-mono text-xs break-all">
                  {action.conversion_id}/{action.label}
                  <CopyButton
                    text={`${action.conversion_id}/${action.label}`}
                    label={fill(words.copyTheTagOf, { name: action.name })}
                  />
                </p>
              ) : (
                <p className="caption mt-1">{words.thePlatformHasNot}</p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
