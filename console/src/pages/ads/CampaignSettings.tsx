import type { AdCampaign } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { adsQueries } from '../../ads-queries.ts'
import { fill } from '../../language/fill.ts'
import { formatMoney } from '../../money.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Time } from '../../ui/Time.tsx'
import { EditCampaign, type EditedField } from './CampaignEditors.tsx'
import { languageName } from './languages.ts'
import { type Place, TEXTS } from './launch/launch-draft.ts'
import { useAdsApp } from './use-ads-app.ts'
import { words } from './words.ts'

interface CampaignSettingsProps {
  campaign: AdCampaign
  /** Why nothing can be changed. */
  locked: string | undefined
}

/** What a campaign is made of; each field is changed on its own, as the platform takes it. */
export function CampaignSettings({ campaign, locked }: CampaignSettingsProps) {
  const { appId, currency } = useAdsApp()
  const [editing, setEditing] = useState<EditedField | null>(null)
  const { data: places } = useQuery(adsQueries.placesByName(appId, campaign.geo_targets))
  const targets = campaign.geo_targets.map((name) => placeOf(name, places ?? []))
  const isSmart = campaign.campaign_type === 'SMART'
  const texts = TEXTS.filter(({ field }) => !isSmart || field !== 'long_headlines')
  const row = (field: EditedField, label: string, value: ReactNode) => (
    <Row
      label={label}
      action={
        <Button
          size="sm"
          look="quiet"
          icon={Pencil}
          aria-label={fill(words.changeLabel, { label: label.toLowerCase() })}
          onPress={() => setEditing(field)}
          disabledReason={locked}
        >
          {words.change}
        </Button>
      }
    >
      {value}
    </Row>
  )

  return (
    <section aria-labelledby="settings" className="border-t border-line px-5 py-6 sm:px-8">
      <h3 id="settings" className="font-semibold">
        {words.settings}
      </h3>
      <dl className="mt-2 max-w-4xl divide-y divide-line">
        {row('name', 'Name', campaign.campaign_name)}
        {row('budget', words.budgetADay, formatMoney(campaign.daily_budget_micros, currency))}
        {row('landing_page', words.landingPage, <span className="break-all">{campaign.landing_page}</span>)}
        {row(
          'geo_targets',
          'Places',
          campaign.geo_targets.length === 0 ? (
            'Everywhere'
          ) : (
            <Chips texts={targets.map(({ canonical_name }) => canonical_name.replaceAll(',', ', '))} />
          ),
        )}
        {isSmart
          ? row('keyword_themes', words.keywordThemes, <Chips texts={campaign.keyword_themes} />)
          : row('search_themes', words.searchThemes, <Chips texts={campaign.search_themes} />)}
        {row(
          'ad_copy',
          'Texts',
          texts.every(({ field }) => campaign[field].length === 0) ? (
            <span className="text-ink-3">{words.madeByTheAd}</span>
          ) : (
            <div className="space-y-2">
              {texts.map(({ field, label }) =>
                campaign[field].length === 0 ? null : (
                  <div key={field}>
                    <p className="caption">{label}</p>
                    <ul>
                      {campaign[field].map((text) => (
                        <li key={text}>{text}</li>
                      ))}
                    </ul>
                  </div>
                ),
              )}
            </div>
          ),
        )}
        <Row label={words.business}>
          {campaign.business_name}
          {campaign.business_description && (
            <p className="text-sm whitespace-pre-line text-ink-2">{campaign.business_description}</p>
          )}
        </Row>
        {campaign.logo_url && (
          <Row label={words.logo}>
            <span className="break-all">{campaign.logo_url}</span>
          </Row>
        )}
        {campaign.phone_number && <Row label={words.phone}>{campaign.phone_number}</Row>}
        <Row label={words.language}>{languageName(campaign.language_code)}</Row>
        <Row label={words.politicalAdvertisingInThe}>{politicalOf(campaign)}</Row>
        <Row label={words.created}>
          <Time at={campaign.created_date} />
        </Row>
      </dl>
      {editing && (
        <EditCampaign campaign={campaign} field={editing} places={targets} onClose={() => setEditing(null)} />
      )}
    </section>
  )
}

/** A place that the catalog does not have keeps its id. */
function placeOf(resource_name: string, known: readonly Place[]): Place {
  const unknown = { resource_name, canonical_name: resource_name, country_code: '', reach: 0 }
  return known.find((place) => place.resource_name === resource_name) ?? unknown
}

function Row({ label, action, children }: { label: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2.5 sm:flex-nowrap">
      <dt className="w-full shrink-0 text-sm leading-5.5 text-ink-3 sm:w-44">{label}</dt>
      <dd className="min-w-0 flex-1 break-words">{children}</dd>
      {action && <dd className="-my-0.5 shrink-0">{action}</dd>}
    </div>
  )
}

function Chips({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return <span className="text-ink-3">{words.none}</span>
  return (
    <ul className="flex flex-wrap gap-1.5">
      {texts.map((word) => (
        <li key={word} className="max-w-full">
          <Chip>{word}</Chip>
        </li>
      ))}
    </ul>
  )
}

function politicalOf({ contains_eu_political_advertising: is }: AdCampaign) {
  if (is === null) return <span className="text-ink-3">{words.notDeclared}</span>
  return is ? words.containsSome : words.containsNone
}
