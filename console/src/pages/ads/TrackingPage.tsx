import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, RefreshCw, Target } from 'lucide-react'
import { type LoaderFunctionArgs, useNavigate } from 'react-router'
import { adsQueries } from '../../ads-queries.ts'
import { refresh } from '../../api.ts'
import { loadForEditors } from '../../editors-only.ts'
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
      <PartHeading title="Tracking">
        Whether the app tells the ad platform what visitors do after they saw an ad. Campaigns wait for it.
      </PartHeading>
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
      title="No advertising account yet"
      action={
        <Button look="primary" onPress={() => void navigate(paths.adLaunch(workspaceId, appId))}>
          Launch a campaign
        </Button>
      }
    >
      Tracking is set up for the account that the first launch opens. What counts as a conversion can be said
      already.
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
            The app’s code
          </h3>
          <p className="text-sm text-ink-3">
            {verified ? (
              <>
                Verified <Time at={verified} />
              </>
            ) : (
              'Not verified yet'
            )}
          </p>
        </div>
        <Button
          icon={RefreshCw}
          isPending={scan.isFetching} // A clean scan starts campaigns, so that everything is read again.
          onPress={() => void refresh('ads')}
        >
          Scan again
        </Button>
      </div>
      {scan.error ? (
        <PartFailure error={scan.error} onRetry={() => void scan.refetch()} isRetrying={scan.isFetching} />
      ) : !data ? (
        <PartLoading what="the scan" />
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
            {data.is_clean ? 'The tag is installed and everything is reported' : 'Something is missing'}
            <span className="font-normal text-ink-3">
              {data.calls_count === 1 ? '1 call found' : `${data.calls_count} calls found`}
            </span>
          </p>
          {data.gaps.length > 0 && (
            <ul aria-label="Gaps" className="mt-3 space-y-2">
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
  no_ads_account: 'There is nothing to look for until the app has an advertising account.',
  no_source: 'The app has no code here yet. Once it has some, it is scanned by itself.',
}

/** The goals of the account; the instruction above makes those that are missing. */
function Actions() {
  const { appId } = useAdsApp()
  const { data, error, refetch, isFetching } = useQuery(adsQueries.actions(appId))
  return (
    <section aria-labelledby="actions" className="border-t border-line px-5 py-6 sm:px-8">
      <h3 id="actions" className="font-semibold">
        Conversion actions
      </h3>
      <p className="mb-4 text-sm text-ink-3">The goals of the account at the ad platform.</p>
      {error ? (
        <PartFailure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : !data ? (
        <PartLoading what="conversion actions" />
      ) : data.length === 0 ? (
        <p className="text-ink-2">None yet. Making the instruction makes the ten usual ones.</p>
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
                    label={`Copy the tag of ${action.name}`}
                  />
                </p>
              ) : (
                <p className="caption mt-1">The platform has not published its tag yet.</p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
