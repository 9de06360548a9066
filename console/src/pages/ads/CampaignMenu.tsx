import type { AdCampaign } from '@atrium/sdk'
import { ChartLine, Ellipsis, Pause, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { fill } from '../../language/fill.ts'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { ConfirmCampaignAct } from './ConfirmCampaignAct.tsx'
import { useAdsApp } from './use-ads-app.ts'
import type { CampaignAct } from './use-campaign-acts.ts'
import { words } from './words.ts'

/** Why nothing can be done with a campaign right now. */
export function whyLocked({ status, unsettled }: Pick<AdCampaign, 'status' | 'unsettled'>) {
  if (unsettled) return words.whatBecameOfThe
  return status === 'REMOVED' ? words.itWasDeleted : undefined
}

export function CampaignMenu({ campaign }: { campaign: AdCampaign }) {
  const { appId, workspaceId } = useAdsApp()
  const [act, setAct] = useState<CampaignAct | null>(null)
  const locked = whyLocked(campaign)
  return (
    <>
      <Menu
        label={fill(words.actionsForCampaignName, { campaignName: campaign.campaign_name })}
        trigger={
          <IconButton
            icon={Ellipsis}
            label={fill(words.actionsForCampaignName, { campaignName: campaign.campaign_name })}
          />
        }
      >
        <MenuItem icon={ChartLine} href={paths.adCampaign(workspaceId, appId, campaign.id)}>
          {words.figuresAndSettings}
        </MenuItem>
        {campaign.status === 'ENABLED' || campaign.pause_reason === 'tracking_pending' ? (
          <MenuItem icon={Pause} onAction={() => setAct('pause')} disabledReason={locked}>
            {words.pause}
          </MenuItem>
        ) : (
          <MenuItem icon={Play} onAction={() => setAct('resume')} disabledReason={locked}>
            {words.resume}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={Trash2} tone="danger" onAction={() => setAct('delete')} disabledReason={locked}>
          {words.delete}
        </MenuItem>
      </Menu>
      {act && <ConfirmCampaignAct act={act} campaign={campaign} onClose={() => setAct(null)} />}
    </>
  )
}
