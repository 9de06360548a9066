import type { AdCampaign } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { adsQueries } from '../../ads-queries.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { Select } from '../../ui/Select.tsx'
import { AssetCard } from './AssetCard.tsx'
import { sentence } from './ad-words.ts'
import { words } from './words.ts'

interface DurableAssetsProps {
  appId: string
  campaigns: readonly AdCampaign[]
  campaignId: string | undefined
  onChoose: (campaignId: string | undefined) => void
}

/** What a campaign has at the ad platform, read from there. */
export function DurableAssets({ appId, campaigns, campaignId, onChoose }: DurableAssetsProps) {
  if (campaigns.length === 0) return null
  return (
    <section aria-labelledby="durable" className="border-t border-line px-5 py-6 sm:px-8">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 id="durable" className="font-semibold">
            {words.inACampaign}
          </h3>
          <p className="text-sm text-ink-3">{words.readFromTheAd}</p>
        </div>
        <Select
          label={words.campaign}
          isLabelHidden
          placeholder={words.chooseACampaign}
          options={campaigns.map(({ id, campaign_name }) => ({ id, label: campaign_name }))}
          value={campaigns.some(({ id }) => id === campaignId) ? (campaignId ?? null) : null}
          onChange={(id) => onChoose(id === null ? undefined : String(id))}
          className="w-full sm:w-64"
        />
      </div>
      {campaignId && <List appId={appId} campaignId={campaignId} />}
    </section>
  )
}

function List({ appId, campaignId }: { appId: string; campaignId: string }) {
  const { data, error, refetch, isFetching } = useQuery(adsQueries.durable(appId, campaignId))
  if (error) return <PartFailure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data) return <PartLoading what={words.assetsOfTheCampaign} />
  if (data.length === 0) return <p className="text-ink-2">{words.theAdPlatformHas}</p>
  return (
    <ul aria-label={words.assetsOfTheCampaign2} className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {data.map((asset) => (
        <AssetCard
          key={asset.resource_name}
          asset={asset}
          state={{
            label: sentence(asset.status === 'ENABLED' ? asset.review_status : asset.status),
            tone: asset.status === 'ENABLED' ? 'neutral' : 'caution',
          }}
        />
      ))}
    </ul>
  )
}
