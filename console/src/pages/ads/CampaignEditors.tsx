/** A dialog for each field of a campaign that can be changed. */
import { type AdCampaign, type CampaignChange, MAX_GEO_TARGETS, MAX_THEMES } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adsQueries } from '../../ads-queries.ts'
import { fill } from '../../language/fill.ts'
import { formatMoney, microsOf, unitsOf } from '../../money.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { WordsField } from '../../ui/WordsField.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { reachesEu } from './campaign-rules.ts'
import { LinesField } from './LinesField.tsx'
import { budgetFault, type Place, TEXTS, textFaults } from './launch/launch-draft.ts'
import { PlacesField } from './PlacesField.tsx'
import { PoliticalChoice } from './PoliticalChoice.tsx'
import { useAdsApp } from './use-ads-app.ts'
import { words } from './words.ts'

export type EditedField = CampaignChange['field']

interface EditorProps {
  campaign: AdCampaign
  onClose: () => void
}

interface EditCampaignProps extends EditorProps {
  field: EditedField
  /** Those of the campaign, by name. */
  places: readonly Place[]
}

export function EditCampaign({ field, places, ...props }: EditCampaignProps) {
  if (field === 'name') return <EditName {...props} />
  if (field === 'budget') return <EditBudget {...props} />
  if (field === 'landing_page') return <EditLandingPage {...props} />
  if (field === 'geo_targets') return <EditPlaces {...props} known={places} />
  if (field === 'ad_copy') return <EditTexts {...props} />
  return <EditThemes {...props} field={field} />
}

function EditName(props: EditorProps) {
  const [name, setName] = useState(props.campaign.campaign_name)
  return (
    <ChangeDialog
      {...props}
      title={words.changeTheName}
      changeOf={() => ({ field: 'name', value: name.trim() })}
      faultOf={() => (name.trim() === '' ? words.thisIsNeeded : null)}
    >
      {() => (
        <TextField
          label={words.name}
          name="value"
          value={name}
          onChange={setName}
          maxLength={128}
          hint={words.onlyYouSeeIt}
          autoFocus
        />
      )}
    </ChangeDialog>
  )
}

function EditBudget(props: EditorProps) {
  const { campaign } = props
  const { appId, currency } = useAdsApp()
  const { data } = useSuspenseQuery(adsQueries.bounds(appId))
  const bounds = data.budget[campaign.campaign_type]
  const [budget, setBudget] = useState(unitsOf(campaign.daily_budget_micros))
  return (
    <ChangeDialog
      {...props}
      title={words.changeTheBudget}
      changeOf={() => ({ field: 'budget', value: microsOf(budget) })}
      faultOf={() => budgetFault(budget, bounds)}
    >
      {() => (
        <NumberField
          label={fill(words.budgetADayIn, { currency })}
          name="value"
          value={budget}
          onChange={setBudget}
          formatOptions={{ style: 'currency', currency }}
          hint={fill(words.fromMinMicrosToMaxMicros, {
            minMicros: formatMoney(bounds.min_micros, currency),
            maxMicros: formatMoney(bounds.max_micros, currency),
          })}
          autoFocus
        />
      )}
    </ChangeDialog>
  )
}

function EditLandingPage(props: EditorProps) {
  const [page, setPage] = useState(props.campaign.landing_page)
  return (
    <ChangeDialog
      {...props}
      title={words.changeTheLandingPage}
      changeOf={() => ({ field: 'landing_page', value: page.trim() })}
    >
      {() => (
        <TextField
          label={words.landingPage}
          name="value"
          type="url"
          value={page}
          onChange={setPage}
          hint={words.whereAClickLeads}
          isRequired
          autoFocus
        />
      )}
    </ChangeDialog>
  )
}

function EditThemes({ field, ...props }: EditorProps & { field: 'keyword_themes' | 'search_themes' }) {
  const [themes, setThemes] = useState<readonly string[]>(props.campaign[field])
  const label = field === 'keyword_themes' ? words.keywordThemes : words.searchThemes
  return (
    <ChangeDialog
      {...props}
      title={fill(words.changeTheLabel, { label: label.toLowerCase() })}
      changeOf={() => ({ field, value: [...themes] })}
      faultOf={() => (field === 'keyword_themes' && themes.length === 0 ? words.keepAtLeastOne : null)}
    >
      {(fault) => (
        <WordsField
          label={label}
          words={themes}
          onChange={setThemes}
          most={MAX_THEMES}
          longest={80}
          hint={words.whatPeopleLookFor}
          fault={fault}
        />
      )}
    </ChangeDialog>
  )
}

function EditPlaces({ known, ...props }: EditorProps & { known: readonly Place[] }) {
  const { appId } = useAdsApp()
  const { contains_eu_political_advertising: declared, geo_targets } = props.campaign
  const [where, setWhere] = useState<'chosen' | 'everywhere'>(
    geo_targets.length > 0 ? 'chosen' : 'everywhere',
  )
  const [places, setPlaces] = useState(known)
  const [isPolitical, setPolitical] = useState<boolean | null>(null)
  const targets = where === 'everywhere' ? [] : places
  const isEmpty = where === 'chosen' && places.length === 0
  const asks = declared === null && !isEmpty && reachesEu(targets)
  return (
    <ChangeDialog
      {...props}
      title={words.changeThePlaces}
      changeOf={() => ({
        field: 'geo_targets',
        value: targets.map(({ resource_name }) => resource_name),
        ...(asks && { contains_eu_political_advertising: isPolitical }),
      })}
      faultOf={() => {
        if (isEmpty) return words.addAPlaceOr
        return asks && isPolitical === null ? words.sayWhetherItIs : null
      }}
    >
      {(fault) => (
        <>
          <RadioCards
            label={words.where}
            value={where}
            onChange={(id) => setWhere(id === 'everywhere' ? 'everywhere' : 'chosen')}
            options={[
              { id: 'chosen', label: words.inChosenPlaces },
              { id: 'everywhere', label: words.everywhere },
            ]}
          />
          {where === 'chosen' && (
            <PlacesField appId={appId} places={places} onChange={setPlaces} most={MAX_GEO_TARGETS} />
          )}
          {asks && <PoliticalChoice value={isPolitical} onChange={setPolitical} />}
          {fault && (
            <p role="alert" className="text-xs text-danger">
              {fault}
            </p>
          )}
        </>
      )}
    </ChangeDialog>
  )
}

function EditTexts(props: EditorProps) {
  const { campaign } = props
  const texts = TEXTS.filter(
    ({ field }) => campaign.campaign_type === 'PERFORMANCE_MAX' || field !== 'long_headlines',
  )
  const [copy, setCopy] = useState<Record<string, readonly string[]>>(
    Object.fromEntries(texts.map(({ field }) => [field, campaign[field]])),
  )
  const faultOf = () => {
    const faults = texts.map(({ field, most, longest }) =>
      textFaults(copy[field] ?? [], field, most, longest),
    )
    return Object.values<string>(Object.assign({}, ...faults))[0]
  }
  return (
    <ChangeDialog
      {...props}
      title={words.changeTheTexts}
      changeOf={() => ({
        field: 'ad_copy',
        value: Object.fromEntries(texts.map(({ field }) => [field, [...(copy[field] ?? [])]])),
      })}
      faultOf={faultOf}
    >
      {(fault) => (
        <>
          {texts.map((text) => (
            <LinesField
              key={text.field}
              {...text}
              lines={copy[text.field] ?? []}
              onChange={(lines) => setCopy({ ...copy, [text.field]: lines })}
            />
          ))}
          {fault && (
            <p role="alert" className="text-xs text-danger">
              {fault}
            </p>
          )}
        </>
      )}
    </ChangeDialog>
  )
}
