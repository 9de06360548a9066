import { type AdCampaign, ApiError, type LibraryAsset } from '@atrium/sdk'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { FIELD_TYPES } from './ad-words.ts'
import { reasonsOf } from './launch/launch-refusal.ts'
import { useAdsApp } from './use-ads-app.ts'
import { words } from './words.ts'

interface AcceptAssetProps {
  asset: LibraryAsset
  campaigns: readonly AdCampaign[]
  onClose: () => void
  onAccepted: (campaignId: string | null) => void
}

const NONE = 'none'

/** To a campaign, or only marked as good for the next one. Accepting can be repeated without harm. */
export function AcceptAsset({ asset, campaigns, onClose, onAccepted }: AcceptAssetProps) {
  const { appId } = useAdsApp()
  const living = campaigns.filter(({ status }) => status !== 'REMOVED')
  const [chosen, setChosen] = useState(living[0]?.id ?? NONE)
  const campaign_id = chosen === NONE ? null : chosen
  const accept = useAct({
    run: () =>
      client.assets.accept(
        { app_id: appId, session_asset_id: asset.id },
        { ...(campaign_id && { campaign_id }) },
      ),
    touches: ['ads'],
    done: () => (campaign_id ? words.addedToTheCampaign : words.accepted),
    failure: 'inline',
  })
  const refused =
    accept.error instanceof ApiError && accept.error.code === 'rejected_by_platform' ? accept.error : null
  return (
    <FormDialog
      title={words.acceptThisAsset}
      submitLabel={words.accept}
      onClose={onClose}
      act={accept}
      error={refused ? null : accept.error}
      onSubmit={() => accept.mutate(undefined, { onSuccess: () => onAccepted(campaign_id) })}
    >
      {refused && (
        <Notice tone="danger" title={words.theAdPlatformRefused}>
          {reasonsOf(refused)
            .map(({ message }) => message)
            .join(' ') || refused.message}
        </Notice>
      )}
      <p className="text-ink-2">
        {FIELD_TYPES[asset.field_type]}:{' '}
        <span className="break-words text-ink">{asset.text ?? words.anImage}</span>
      </p>
      <Select
        label={words.campaign}
        options={[
          ...living.map(({ id, campaign_name }) => ({ id, label: campaign_name })),
          { id: NONE, label: words.noneYetOnlyAccept },
        ]}
        value={chosen}
        onChange={(id) => setChosen(String(id ?? NONE))}
        hint={words.theAdPlatformReviews}
      />
    </FormDialog>
  )
}
