import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { fill, fillWith } from '../../../language/fill.ts'
import { formatMoney, microsOf } from '../../../money.ts'
import { paths } from '../../../paths.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TYPES } from '../ad-words.ts'
import { languageName } from '../languages.ts'
import { useAdsApp } from '../use-ads-app.ts'
import type { StepProps } from './LaunchSteps.tsx'
import { needsDeclaration, type Step } from './launch-draft.ts'
import type { LaunchRefusal } from './launch-refusal.ts'
import { words } from './words.ts'

interface ReviewStepProps extends StepProps {
  refusal: LaunchRefusal | null
  onGo: (step: Step) => void
}

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')]

/** With the browser's own, which may go by an older name. */
function zoneOptions(own: string) {
  return [...new Set([own, ...ZONES])].map((id) => ({ id, label: id.replaceAll('_', ' ') }))
}

/** All that is sent, once more, and what it will cost. */
export function ReviewStep({ draft, readiness, change, refusal, onGo }: ReviewStepProps) {
  const { currency_code: currency, account_exists } = readiness
  const type = draft.campaign_type ?? 'SMART'
  const themes = type === 'SMART' ? draft.keyword_themes : draft.search_themes
  return (
    <>
      <RefusedLaunch refusal={refusal} />
      <dl className="divide-y divide-line rounded-lg border border-line px-4">
        <Line term={words.type} onChange={() => onGo('type')}>
          {TYPES[type].label}
        </Line>
        <Line term={words.campaign} onChange={() => onGo('business')}>
          {draft.campaign_name}
        </Line>
        <Line term={words.business} onChange={() => onGo('business')}>
          {draft.business_name}
        </Line>
        <Line term={words.landingPage} onChange={() => onGo('business')}>
          <span className="break-all">{draft.landing_page}</span>
        </Line>
        <Line term={words.themes} onChange={() => onGo('business')}>
          {themes.length === 0 ? words.none : themes.join(', ')}
        </Line>
        <Line term={words.language} onChange={() => onGo('business')}>
          {languageName(draft.language_code)}
        </Line>
        <Line term={words.places} onChange={() => onGo('places')}>
          {draft.where === 'everywhere'
            ? words.everywhere
            : draft.places.map(({ canonical_name }) => canonical_name.replaceAll(',', ', ')).join(' · ')}
        </Line>
        <Line term={words.budgetADay} onChange={() => onGo('budget')}>
          {formatMoney(microsOf(draft.budget ?? 0), currency)}
        </Line>
        {needsDeclaration(draft) && (
          <Line term={words.political} onChange={() => onGo('eu')}>
            {draft.is_political ? words.yes : words.no}
          </Line>
        )}
      </dl>
      {!account_exists && (
        <Select
          label={words.timeZoneOfThe}
          name="timezone"
          options={zoneOptions(draft.timezone)}
          value={draft.timezone}
          onChange={(id) => change({ timezone: String(id ?? 'UTC') })}
          hint={fill(words.thisLaunchOpensThe, { currency })}
          className="sm:w-80"
        />
      )}
      <Notice title={words.launchingSpendsMoney}>{words.theWorkspacesCardIs}</Notice>
    </>
  )
}

function Line({ term, onChange, children }: { term: string; onChange: () => void; children: ReactNode }) {
  return (
    <div className="flex items-start gap-4 py-2.5">
      <dt className="w-24 shrink-0 text-sm leading-5.5 text-ink-3 sm:w-36">{term}</dt>
      <dd className="min-w-0 flex-1 break-words">{children}</dd>
      <dd>
        <button
          type="button"
          aria-label={fill(words.changeTerm, { term: term.toLowerCase() })}
          onClick={onChange}
          className="rounded-sm text-sm font-medium text-accent hover:underline"
        >
          {words.change}
        </button>
      </dd>
    </div>
  )
}

/** Why the launch did not happen, when no field is to blame. */
function RefusedLaunch({ refusal }: { refusal: LaunchRefusal | null }) {
  const { appId, workspaceId } = useAdsApp()
  if (refusal?.kind === 'launched') {
    const to = refusal.campaign_id
      ? paths.adCampaign(workspaceId, appId, refusal.campaign_id)
      : paths.adCampaigns(workspaceId, appId)
    return (
      <Notice title={words.thisCampaignWasLaunched}>
        {fillWith(words.nothingWasLaunchedA, {
          link: (
            <Link to={to} className="font-medium text-accent hover:underline">
              {words.openIt}
            </Link>
          ),
        })}
      </Notice>
    )
  }
  if (refusal?.kind !== 'stopped') return null
  return (
    <Notice tone="danger" title={refusal.title}>
      {refusal.message}
    </Notice>
  )
}
