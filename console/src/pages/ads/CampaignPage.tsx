import { useSuspenseQuery } from '@tanstack/react-query'
import { Pause, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { adsQueries } from '../../ads-queries.ts'
import { loadForEditors } from '../../editors-only.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { PartHeading } from '../../layout/PartHeading.tsx'
import { usePageName } from '../../layout/page-names.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { describeTime, parseTime } from '../../ui/Time.tsx'
import { reasonText, stateOf, TYPES, UNSETTLED } from './ad-words.ts'
import { CampaignFigures } from './CampaignFigures.tsx'
import { whyLocked } from './CampaignMenu.tsx'
import { CampaignSettings } from './CampaignSettings.tsx'
import { ConfirmCampaignAct } from './ConfirmCampaignAct.tsx'
import { settlePollMs } from './campaign-rules.ts'
import { TrackingPending } from './TrackingPending.tsx'
import { useAdsApp } from './use-ads-app.ts'
import type { CampaignAct } from './use-campaign-acts.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '', campaign_id = '' } }: LoaderFunctionArgs) {
  return loadForEditors(request, app_id, adsQueries.campaign(app_id, campaign_id), adsQueries.bounds(app_id))
}

export function Component() {
  const { appId, workspaceId } = useAdsApp()
  const { campaign_id = '' } = useParams()
  const { data: campaign } = useSuspenseQuery({
    ...adsQueries.campaign(appId, campaign_id),
    refetchInterval: ({ state: { data } }) => settlePollMs(data ? [data] : [], 0),
  })
  const [act, setAct] = useState<CampaignAct | null>(null)
  const { tone, label } = stateOf(campaign)
  usePageName(paths.adCampaign(workspaceId, appId, campaign.id), campaign.campaign_name)
  const locked = whyLocked(campaign)
  const isOn = campaign.status === 'ENABLED' || campaign.pause_reason === 'tracking_pending'

  return (
    <>
      <div>
        <PartHeading
          title={campaign.campaign_name}
          actions={
            <>
              <Button
                icon={isOn ? Pause : Play}
                onPress={() => setAct(isOn ? 'pause' : 'resume')}
                disabledReason={locked}
              >
                {isOn ? words.pause : words.resume}
              </Button>
              <Button
                look="danger-outline"
                icon={Trash2}
                onPress={() => setAct('delete')}
                disabledReason={locked}
              >
                {words.delete}
              </Button>
            </>
          }
        >
          <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
            <StatusDot tone={tone}>{label}</StatusDot>
            <Badge>{TYPES[campaign.campaign_type].label}</Badge>
            <span className="inline-flex items-center gap-0.5 font-mono text-xs text-ink-3">
              {campaign.platform_campaign_id}
              <CopyButton text={campaign.platform_campaign_id} label={words.copyTheIdAt} />
            </span>
          </div>
        </PartHeading>
      </div>
      <div className="space-y-3 px-5 pb-5 empty:hidden sm:px-8">
        {campaign.unsettled && (
          <Notice tone="caution" title={words.whatBecameOfTheLast}>
            {fillWith(words.doNotRepeatIt, { it: UNSETTLED[campaign.unsettled] })}
          </Notice>
        )}
        {campaign.status === 'REMOVED' && <Notice>{words.thisCampaignWasDeleted}</Notice>}
        {campaign.pause_reason === 'tracking_pending' && <TrackingPending />}
        {campaign.status === 'ENABLED' && <Reasons campaign={campaign} />}
      </div>
      <CampaignFigures campaign={campaign} />
      <CampaignSettings campaign={campaign} locked={locked} />
      {act && <ConfirmCampaignAct act={act} campaign={campaign} onClose={() => setAct(null)} />}
    </>
  )
}

interface ReasonsProps {
  campaign: { primary_status: string; primary_status_reasons: string[]; learning_ends_at: string | null }
}

/** What the platform says of a campaign that is on and not simply running. */
function Reasons({ campaign: { primary_status, primary_status_reasons, learning_ends_at } }: ReasonsProps) {
  if (primary_status_reasons.length === 0) return null
  const learnsUntil =
    primary_status === 'LEARNING' && learning_ends_at
      ? fill(words.itShouldBeOver, { learningEndsAt: describeTime(parseTime(learning_ends_at), new Date()) })
      : ''
  return (
    <Notice
      tone={primary_status === 'NOT_ELIGIBLE' || primary_status === 'MISCONFIGURED' ? 'caution' : 'info'}
    >
      <ul>
        {primary_status_reasons.map((code) => (
          <li key={code}>
            {reasonText(code)}
            {code === 'BIDDING_STRATEGY_LEARNING' && learnsUntil}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
