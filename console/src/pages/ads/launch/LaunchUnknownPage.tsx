import { useSuspenseQuery } from '@tanstack/react-query'
import { CircleCheck, CircleHelp, CircleX, ListChecks, Rocket } from 'lucide-react'
import { useEffect } from 'react'
import { Link, type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router'
import { adsQueries } from '../../../ads-queries.ts'
import { loadForEditors } from '../../../editors-only.ts'
import { fillWith } from '../../../language/fill.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useAdsApp } from '../use-ads-app.ts'
import { discardDraft } from './use-launch-draft.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return loadForEditors(request, app_id, adsQueries.launchOutcome(app_id, nameIn(request.url)))
}

const OFTEN_MS = 3_000

/** After a launch whose answer was lost: what happened, what not to do, and the end of it once it is known. */
export function Component() {
  const { appId, workspaceId } = useAdsApp()
  const name = useSearchParams()[0].get('name') ?? ''
  const { data: outcome } = useSuspenseQuery({
    ...adsQueries.launchOutcome(appId, name),
    refetchInterval: ({ state: { data } }) => (data?.state === 'open' ? OFTEN_MS : false),
  })
  const navigate = useNavigate()
  const isOpen = outcome.state === 'open'
  useEffect(() => {
    // The draft is a campaign now; the next launch begins with another one.
    if (outcome.state === 'created') discardDraft(appId)
  }, [outcome.state, appId])
  const list = (
    <Button
      {...(isOpen ? { look: 'primary' as const } : {})}
      icon={ListChecks}
      onPress={() => void navigate(paths.adCampaigns(workspaceId, appId))}
    >
      {words.openTheCampaigns}
    </Button>
  )

  if (outcome.state === 'created') {
    const { id, campaign_name } = outcome.campaign
    return (
      <EmptyState
        icon={CircleCheck}
        title={words.theCampaignWasCreated}
        action={
          <Link
            to={paths.adCampaign(workspaceId, appId, id)}
            className="inline-flex h-9 items-center rounded-md bg-accent px-3.5 font-medium text-on-accent hover:bg-accent-strong"
          >
            {fillWith(words.openCampaignName, { campaignName: campaign_name })}
          </Link>
        }
      >
        {words.theAdPlatformHasIt}
      </EmptyState>
    )
  }
  if (!isOpen) {
    return (
      <EmptyState
        icon={CircleX}
        title={words.theCampaignWasNot}
        action={
          <>
            <Button
              look="primary"
              icon={Rocket}
              onPress={() => void navigate(paths.adLaunch(workspaceId, appId, 'review'))}
            >
              {words.backToTheDraft}
            </Button>
            {list}
          </>
        }
      >
        {fillWith(words.atriumAskedTheAd, { name })}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={CircleHelp} title={words.nobodyKnowsYetWhether} action={list}>
      <div role="status" className="space-y-3 text-start">
        <p>
          {fillWith(words.nameWasSentTo, {
            name,
            strong: <strong className="font-semibold text-ink">{words.theCampaignMayExist}</strong>,
          })}
        </p>
        <p>
          {fillWith(words.strongAtriumKeepsAsking, {
            strong: <strong className="font-semibold text-ink">{words.doNotLaunchIt}</strong>,
          })}
        </p>
        <p className="caption">{words.youCanLeaveThis}</p>
      </div>
    </EmptyState>
  )
}

const nameIn = (url: string) => new URL(url).searchParams.get('name') ?? ''
