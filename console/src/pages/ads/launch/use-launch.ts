/** Sends a draft. What became of it decides where the wizard leads. */
import { useNavigate } from 'react-router'
import { useRequest } from '../../../act.ts'
import { client, refresh } from '../../../api.ts'
import { useOnce } from '../../../form/use-once.ts'
import { fill } from '../../../language/fill.ts'
import { paths } from '../../../paths.ts'
import { toast } from '../../../ui/toasts.tsx'
import { useAdsApp } from '../use-ads-app.ts'
import { campaignInput, type Faults, type LaunchDraft, type Step } from './launch-draft.ts'
import { readRefusal } from './launch-refusal.ts'
import { discardDraft } from './use-launch-draft.ts'
import { words } from './words.ts'

/** The platform is given its time; the draft's id makes a lost answer harmless. */
const LONGEST_MS = 120_000

export function useLaunch(draft: LaunchDraft, { onMend }: { onMend: (step: Step, faults: Faults) => void }) {
  const { appId, workspaceId } = useAdsApp()
  const navigate = useNavigate()
  const launch = useRequest({
    failure: 'inline',
    run: () =>
      client.ads.launch(
        { app_id: appId },
        { campaign: campaignInput(draft), timezone: draft.timezone },
        { timeoutMs: LONGEST_MS },
      ),
    onSuccess: async ({ campaign }) => {
      discardDraft(appId)
      await refresh('ads', 'audit')
      toast.done(fill(words.campaignNameLaunched, { campaignName: campaign.campaign_name }))
      await navigate(paths.adCampaign(workspaceId, appId, campaign.id), { replace: true })
    },
    onError: async (error) => {
      const refusal = readRefusal(error)
      await refresh('ads')
      if (refusal.kind === 'mend') onMend(refusal.step, refusal.faults)
      if (refusal.kind === 'unknown') {
        await navigate(paths.adLaunchUnknown(workspaceId, appId, draft.campaign_name.trim()), {
          replace: true,
        })
      }
    },
  })
  const once = useOnce(launch)
  const refusal = launch.error ? readRefusal(launch.error) : null
  return {
    /** Once at a time; the draft's id makes every further time harmless. */
    start: () => once.run(() => launch.mutate()),
    isPending: once.isTaken,
    refusal,
    /** Of a refusal that is mended in a step, what it says as a whole. */
    notice: refusal?.kind === 'mend' ? refusal.message : null,
    clearRefusal: () => launch.error && launch.reset(),
  }
}
