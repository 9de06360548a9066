import { useSuspenseQuery } from '@tanstack/react-query'
import { CircleCheck, CircleHelp, CircleX, ListChecks, Rocket } from 'lucide-react'
import { useEffect } from 'react'
import { Link, type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router'
import { adsQueries } from '../../ads-queries.ts'
import { loadForEditors } from '../../editors-only.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useAdsApp } from './use-ads-app.ts'
import { discardDraft } from './use-launch-draft.ts'

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
      Open the campaigns
    </Button>
  )

  if (outcome.state === 'created') {
    const { id, campaign_name } = outcome.campaign
    return (
      <EmptyState
        icon={CircleCheck}
        title="The campaign was created"
        action={
          <Link
            to={paths.adCampaign(workspaceId, appId, id)}
            className="inline-flex h-9 items-center rounded-md bg-accent px-3.5 font-medium text-on-accent hover:bg-accent-strong"
          >
            Open {campaign_name}
          </Link>
        }
      >
        The ad platform has it now. There is nothing more to do; do not launch it again.
      </EmptyState>
    )
  }
  if (!isOpen) {
    return (
      <EmptyState
        icon={CircleX}
        title="The campaign was not created"
        action={
          <>
            <Button
              look="primary"
              icon={Rocket}
              onPress={() => void navigate(paths.adLaunch(workspaceId, appId, 'review'))}
            >
              Back to the draft
            </Button>
            {list}
          </>
        }
      >
        Atrium asked the ad platform several times, and it has no campaign “{name}” of this draft. Nothing is
        spent. You can launch the draft again.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={CircleHelp} title="Nobody knows yet whether it was launched" action={list}>
      <div role="status" className="space-y-3 text-left">
        <p>
          “{name}” was sent to the ad platform, and its answer did not arrive.{' '}
          <strong className="font-semibold text-ink">The campaign may exist already.</strong>
        </p>
        <p>
          <strong className="font-semibold text-ink">Do not launch it again.</strong> Atrium keeps asking the
          platform. As soon as it is known, it is said here and in the list of campaigns, which refresh by
          themselves. That takes seconds as a rule, and half an hour at most.
        </p>
        <p className="caption">You can leave this page; nothing is lost.</p>
      </div>
    </EmptyState>
  )
}

const nameIn = (url: string) => new URL(url).searchParams.get('name') ?? ''
