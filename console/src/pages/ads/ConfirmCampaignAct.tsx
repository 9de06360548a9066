import type { AdCampaign } from '@atrium/sdk'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill } from '../../language/fill.ts'
import { formatMoney } from '../../money.ts'
import { useAdsApp } from './use-ads-app.ts'
import { type CampaignAct, useCampaignAct } from './use-campaign-acts.ts'
import { words } from './words.ts'

interface ConfirmCampaignActProps {
  act: CampaignAct
  campaign: AdCampaign
  onClose: () => void
}

/** Asks before a campaign stops, spends or goes. */
export function ConfirmCampaignAct({ act, campaign, onClose }: ConfirmCampaignActProps) {
  const { appId, currency } = useAdsApp()
  const sending = useCampaignAct(appId, campaign)
  const { campaign_name: name, daily_budget_micros } = campaign
  const ask = {
    pause: {
      title: fill(words.pauseName, { name }),
      confirm: words.pause,
      text: words.itIsNotShown,
    },
    resume: {
      title: fill(words.resumeName, { name }),
      confirm: words.resume,
      text: fill(words.itSpendsUpTo, { dailyBudgetMicros: formatMoney(daily_budget_micros, currency) }),
    },
    delete: {
      title: fill(words.deleteName, { name }),
      confirm: words.deleteForGood,
      text: words.itStopsForGood,
    },
  }[act]
  return (
    <ConfirmDialog
      title={ask.title}
      confirmLabel={ask.confirm}
      look={act === 'delete' ? 'danger' : 'primary'}
      act={sending}
      onClose={onClose}
      onConfirm={() => sending.mutate(act, { onSettled: onClose })}
    >
      {ask.text}
    </ConfirmDialog>
  )
}
