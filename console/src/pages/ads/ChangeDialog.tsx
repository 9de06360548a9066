import { type AdCampaign, ApiError, type CampaignChange } from '@atrium/sdk'
import { type ReactNode, useMemo, useState } from 'react'
import { useAct } from '../../act.ts'
import { client, refresh } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { reasonsOf } from './launch/launch-refusal.ts'
import { useAdsApp } from './use-ads-app.ts'
import { toastRefusal } from './use-campaign-acts.ts'
import { words } from './words.ts'

interface ChangeDialogProps {
  title: string
  campaign: AdCampaign
  /** What is sent. */
  changeOf: () => CampaignChange
  /** What is wrong with it, as far as the console knows. Asked when it is saved: a number is taken over on leaving. */
  faultOf?: () => string | null | undefined
  onClose: () => void
  /** Given what is wrong with the value, for fields that no form knows. */
  children: (fault: string | undefined) => ReactNode
}

/** Changes one field of a campaign. An outcome that nobody knows closes it: the page shows that from then on. */
export function ChangeDialog({ title, campaign, changeOf, faultOf, onClose, children }: ChangeDialogProps) {
  const { appId } = useAdsApp()
  const [found, setFound] = useState<string | undefined>(undefined)
  const change = useAct({
    run: (body: CampaignChange) => client.campaigns.update({ app_id: appId, campaign_id: campaign.id }, body),
    touches: ['ads'],
    done: () => words.campaignChanged,
    failure: 'inline',
  })
  const [begun] = useState(() => JSON.stringify(changeOf()))
  const said = change.error ? whatIsWrong(change.error) : undefined
  const fault = found ?? said
  // The same object until something new is wrong: a new one would bring back what was corrected in the meantime.
  const faults = useMemo(() => (fault ? { value: fault } : {}), [fault])
  const save = () => {
    const wrong = faultOf?.() ?? undefined
    setFound(wrong)
    if (wrong) return
    change.mutate(changeOf(), {
      onSuccess: onClose,
      onError: (error) => {
        if (!(error instanceof ApiError) || error.code !== 'outcome_unknown') return
        toastRefusal(error)
        void refresh('ads')
        onClose()
      },
    })
  }
  return (
    <FormDialog
      title={title}
      submitLabel={words.save}
      onClose={onClose}
      act={change}
      error={said ? null : change.error}
      faults={faults}
      isChanged={() => JSON.stringify(changeOf()) !== begun}
      onSubmit={save}
    >
      {children(fault)}
    </FormDialog>
  )
}

/** Of refusals that are about the value, in the platform's own words where it gave some. */
function whatIsWrong(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 422)) return undefined
  const said = [...reasonsOf(error).map(({ message }) => message), ...error.fields.map(({ msg }) => msg)]
  return said.join(' ') || error.message
}
