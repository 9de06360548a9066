/** Pausing, resuming and deleting. After an unknown outcome the campaign is read again and shown as not settled. */
import { type AdCampaign, ApiError } from '@atrium/sdk'
import { toastFailure, useRequest } from '../../act.ts'
import { client, refresh } from '../../api.ts'
import { toast } from '../../ui/toasts.tsx'
import { reasonsOf } from './launch/launch-refusal.ts'
import { words } from './words.ts'

export type CampaignAct = 'pause' | 'resume' | 'delete'

const DONE: Record<CampaignAct, string> = { pause: 'paused', resume: 'resumed', delete: 'deleted' }

export function useCampaignAct(appId: string, campaign: Pick<AdCampaign, 'id' | 'campaign_name'>) {
  return useRequest({
    run: async (act: CampaignAct) => {
      const at = { app_id: appId, campaign_id: campaign.id }
      if (act === 'pause') await client.campaigns.pause(at)
      else if (act === 'resume') await client.campaigns.resume(at)
      else await client.campaigns.delete(at)
    },
    onSuccess: (_, act) => void toast.done(`${campaign.campaign_name} ${DONE[act]}`),
    failure: toastRefusal,
    onSettled: () => refresh('ads', 'audit'),
  })
}

/** A refusal of the ad platform, or an outcome that nobody knows, said so that it can be understood. */
export function toastRefusal(error: unknown) {
  if (!(error instanceof ApiError)) return toastFailure(error)
  if (error.code === 'outcome_unknown') {
    toast.failed(words.theAdPlatformDid, words.doNotTryAgain)
  } else if (error.code === 'rejected_by_platform') {
    const said = reasonsOf(error).map(({ message }) => message)
    toast.failed(words.theAdPlatformRefusedThis, said.join(' ') || undefined)
  } else toastFailure(error)
}
