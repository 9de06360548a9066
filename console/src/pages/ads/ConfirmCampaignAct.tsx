import type { AdCampaign } from '@atrium/sdk'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { formatMoney } from '../../money.ts'
import { useAdsApp } from './use-ads-app.ts'
import { type CampaignAct, useCampaignAct } from './use-campaign-acts.ts'

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
      title: `Pause ${name}?`,
      confirm: 'Pause',
      text: 'It is not shown and spends nothing until somebody resumes it. It does not start by itself.',
    },
    resume: {
      title: `Resume ${name}?`,
      confirm: 'Resume',
      text: `It spends up to ${formatMoney(daily_budget_micros, currency)} a day on average from now on.`,
    },
    delete: {
      title: `Delete ${name}?`,
      confirm: 'Delete for good',
      text: 'It stops for good and cannot be brought back. Its figures stay, and it stays listed as deleted. To stop it for a while, pause it instead.',
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
