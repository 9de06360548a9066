/** The steps before the review. */
import { type LaunchReadiness, MAX_GEO_TARGETS, MAX_THEMES } from '@atrium/sdk'
import { Sparkles } from 'lucide-react'
import { toastFailure, useRequest } from '../../../act.ts'
import { client } from '../../../api.ts'
import { COUNTRIES } from '../../../countries.ts'
import { fill, fillWith } from '../../../language/fill.ts'
import { StandInBadge } from '../../../layout/StandIn.tsx'
import { formatMoney, microsOf } from '../../../money.ts'
import { Button } from '../../../ui/Button.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import { RadioCards } from '../../../ui/RadioCards.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/toasts.tsx'
import { WordsField } from '../../../ui/WordsField.tsx'
import { withWords } from '../../../ui/words-in.ts'
import { TYPES } from '../ad-words.ts'
import { LinesField } from '../LinesField.tsx'
import { LANGUAGES } from '../languages.ts'
import { PEOPLE, PlacesField } from '../PlacesField.tsx'
import { PoliticalChoice } from '../PoliticalChoice.tsx'
import { type Faults, type LaunchDraft, lettersIn, TEXTS } from './launch-draft.ts'
import { words } from './words.ts'

export interface StepProps {
  appId: string
  draft: LaunchDraft
  faults: Faults
  readiness: LaunchReadiness
  change: (part: Partial<LaunchDraft>) => void
}

const LONGEST_THEME = 80
const OPTIONAL = [...TEXTS.map(({ field }) => field), 'phone_number', 'phone_country_code']
/** The platform spends at most so many daily budgets a month. */
const DAYS_A_MONTH = 30.4

export function TypeStep({ draft, change, readiness }: StepProps) {
  const types = readiness.creatable_campaign_types
  return (
    <>
      <RadioCards
        label={words.type}
        name="campaign_type"
        value={draft.campaign_type}
        onChange={(id) => {
          const chosen = types.find((type) => type === id)
          if (chosen) change({ campaign_type: chosen })
        }}
        options={types.map((id) => ({ id, ...TYPES[id] }))}
      />
      {types.length < Object.keys(TYPES).length && <p className="caption">{words.theAdPlatformMakes}</p>}
    </>
  )
}

export function BusinessStep({ appId, draft, faults, change, readiness }: StepProps) {
  const isPerformance = draft.campaign_type === 'PERFORMANCE_MAX'
  const most = readiness.business_name_max_length
  const hasMore = TEXTS.some(({ field }) => draft[field].length > 0) || draft.phone_number !== ''
  return (
    <>
      <TextField
        label={words.nameOfTheCampaign}
        name="campaign_name"
        value={draft.campaign_name}
        onChange={(campaign_name) => change({ campaign_name })}
        maxLength={128}
        hint={words.onlyYouSeeIt}
        isRequired
      />
      <TextField
        label={words.nameOfTheBusiness}
        name="business_name"
        value={draft.business_name}
        onChange={(business_name) => change({ business_name })}
        hint={fill(words.standsInTheAds, { businessName: lettersIn(draft.business_name), most })}
        isRequired
      />
      <TextField
        label={words.whatItOffers}
        name="business_description"
        value={draft.business_description}
        onChange={(business_description) => change({ business_description })}
        rows={3}
        maxLength={2000}
        hint={words.themesAreSuggestedFrom}
        optional
      />
      <TextField
        label={words.landingPage}
        name="landing_page"
        type="url"
        value={draft.landing_page}
        onChange={(landing_page) => change({ landing_page })}
        hint={words.whereAClickLeadsIt}
        isRequired
      />
      <Themes appId={appId} draft={draft} faults={faults} change={change} />
      {isPerformance && (
        <TextField
          label={words.addressOfTheLogo}
          name="logo_url"
          type="url"
          value={draft.logo_url}
          onChange={(logo_url) => change({ logo_url })}
          placeholder="https://"
          hint={words.aSquareImageOf}
          isRequired
        />
      )}
      <Select
        label={words.languageOfTheAds}
        name="language_code"
        options={LANGUAGES}
        value={draft.language_code}
        onChange={(id) => change({ language_code: String(id ?? 'en') })}
        className="sm:w-72"
      />
      <details
        open={hasMore || OPTIONAL.some((name) => name in faults)}
        className="rounded-md border border-line px-4 py-3"
      >
        <summary className="font-medium">{words.textsAndPhoneNumber}</summary>
        <div className="mt-4 space-y-5">
          {TEXTS.filter(({ field }) => isPerformance || field !== 'long_headlines').map((text) => (
            <LinesField
              key={text.field}
              {...text}
              lines={draft[text.field]}
              onChange={(lines) => change({ [text.field]: lines })}
            />
          ))}
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label={words.phoneNumber}
              name="phone_number"
              type="tel"
              value={draft.phone_number}
              onChange={(phone_number) => change({ phone_number })}
              placeholder="+14155550123"
              optional
            />
            <Select
              label={words.countryOfTheNumber}
              options={COUNTRIES}
              value={draft.phone_country_code || null}
              onChange={(id) => change({ phone_country_code: String(id ?? '') })}
              placeholder={words.choose}
            />
          </div>
        </div>
      </details>
    </>
  )
}

/** Smart campaigns take keyword themes, the others search themes; suggestions suit both. */
function Themes({ appId, draft, faults, change }: Omit<StepProps, 'readiness'>) {
  const field = draft.campaign_type === 'PERFORMANCE_MAX' ? 'search_themes' : 'keyword_themes'
  const themes = draft[field]
  const suggest = useRequest({
    run: () =>
      client.ads.suggest_search_themes(
        { app_id: appId },
        {
          business_name: draft.business_name,
          business_description: draft.business_description,
          landing_page_url: draft.landing_page,
        },
        { headers: { 'accept-language': draft.language_code } },
      ),
    onSuccess: ({ search_themes }) => {
      const bounds = { most: MAX_THEMES, longest: LONGEST_THEME }
      const { words: next } = withWords(themes, search_themes, bounds)
      if (next.length === themes.length) toast.failed(words.nothingMoreComesTo, words.sayMoreAboutWhat)
      else change({ [field]: next })
    },
    failure: toastFailure,
  })
  return (
    <WordsField
      label={field === 'search_themes' ? words.searchThemes : words.keywordThemes}
      words={themes}
      onChange={(next) => change({ [field]: next })}
      most={MAX_THEMES}
      longest={LONGEST_THEME}
      placeholder={words.oakTable}
      hint={words.whatPeopleLookFor}
      optional={field === 'search_themes'}
      fault={faults[field]}
      field={field}
      action={
        <span className="inline-flex items-center gap-2">
          <StandInBadge of="language_model" />
          <Button
            size="sm"
            look="quiet"
            icon={Sparkles}
            isPending={suggest.isPending}
            onPress={() => suggest.mutate()}
            disabledReason={
              themes.length >= MAX_THEMES ? fill(words.atMostMaxThemes, { maxThemes: MAX_THEMES }) : undefined
            }
          >
            {words.suggest}
          </Button>
        </span>
      }
    />
  )
}

export function PlacesStep({ appId, draft, faults, change }: StepProps) {
  const reach = draft.places.reduce((sum, place) => sum + place.reach, 0)
  return (
    <>
      <RadioCards
        label={words.where}
        value={draft.where}
        onChange={(id) => change({ where: id === 'everywhere' ? 'everywhere' : 'chosen' })}
        options={[
          { id: 'chosen', label: words.inChosenPlaces, description: words.citiesRegionsOrCountries },
          { id: 'everywhere', label: words.everywhere, description: words.theWholeWorld },
        ]}
      />
      {draft.where === 'chosen' && (
        <>
          <PlacesField
            appId={appId}
            places={draft.places}
            onChange={(places) => change({ places })}
            most={MAX_GEO_TARGETS}
            fault={faults.geo_targets}
          />
          {draft.places.length > 0 && (
            <p className="text-sm text-ink-2">
              {fillWith(words.aboutPeoplePeopleCan, { people: PEOPLE.format(reach) })}
            </p>
          )}
        </>
      )}
    </>
  )
}

export function BudgetStep({ draft, change, readiness }: StepProps) {
  const { currency_code: currency } = readiness
  const { min_micros, max_micros } = readiness.budget[draft.campaign_type ?? 'SMART']
  const monthly = draft.budget === null ? null : microsOf(draft.budget * DAYS_A_MONTH)
  return (
    <>
      <NumberField
        label={fill(words.budgetADayIn, { currency })}
        name="daily_budget_micros"
        value={draft.budget ?? Number.NaN}
        onChange={(budget) => change({ budget: Number.isNaN(budget) ? null : budget })}
        formatOptions={{ style: 'currency', currency }}
        hint={fill(words.fromMinMicrosToMaxMicros2, {
          minMicros: formatMoney(min_micros, currency),
          maxMicros: formatMoney(max_micros, currency),
        })}
        className="sm:w-72"
      />
      <p className="text-sm text-ink-2">
        {monthly === null
          ? words.aSingleDayMay
          : fill(words.aSingleDayMayCost, { monthly: formatMoney(monthly, currency) })}
      </p>
    </>
  )
}

export function EuStep({ draft, change }: StepProps) {
  return (
    <>
      <p className="text-ink-2">{words.theCampaignCanBe}</p>
      <PoliticalChoice value={draft.is_political} onChange={(is_political) => change({ is_political })} />
    </>
  )
}
