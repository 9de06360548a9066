import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatMoney, microsOf } from '../../money.ts'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { TYPES } from './ad-words.ts'
import type { StepProps } from './LaunchSteps.tsx'
import { languageName } from './languages.ts'
import { needsDeclaration, type Step } from './launch-draft.ts'
import type { LaunchRefusal } from './launch-refusal.ts'
import { useAdsApp } from './use-ads-app.ts'

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
        <Line term="Type" onChange={() => onGo('type')}>
          {TYPES[type].label}
        </Line>
        <Line term="Campaign" onChange={() => onGo('business')}>
          {draft.campaign_name}
        </Line>
        <Line term="Business" onChange={() => onGo('business')}>
          {draft.business_name}
        </Line>
        <Line term="Landing page" onChange={() => onGo('business')}>
          <span className="break-all">{draft.landing_page}</span>
        </Line>
        <Line term="Themes" onChange={() => onGo('business')}>
          {themes.length === 0 ? 'None' : themes.join(', ')}
        </Line>
        <Line term="Language" onChange={() => onGo('business')}>
          {languageName(draft.language_code)}
        </Line>
        <Line term="Places" onChange={() => onGo('places')}>
          {draft.where === 'everywhere'
            ? 'Everywhere'
            : draft.places.map(({ canonical_name }) => canonical_name.replaceAll(',', ', ')).join(' · ')}
        </Line>
        <Line term="Budget a day" onChange={() => onGo('budget')}>
          {formatMoney(microsOf(draft.budget ?? 0), currency)}
        </Line>
        {needsDeclaration(draft) && (
          <Line term="Political" onChange={() => onGo('eu')}>
            {draft.is_political ? 'Yes' : 'No'}
          </Line>
        )}
      </dl>
      {!account_exists && (
        <Select
          label="Time zone of the account"
          name="timezone"
          options={zoneOptions(draft.timezone)}
          value={draft.timezone}
          onChange={(id) => change({ timezone: String(id ?? 'UTC') })}
          hint={`This launch opens the advertising account, in ${currency}. Both stay for ever.`}
          className="sm:w-80"
        />
      )}
      <Notice title="Launching spends money">
        The workspace’s card is charged up to the budget. The campaign starts as soon as the app’s conversion
        tracking is verified, and waits until then.
      </Notice>
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
          aria-label={`Change ${term.toLowerCase()}`}
          onClick={onChange}
          className="rounded-sm text-sm font-medium text-accent hover:underline"
        >
          Change
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
      <Notice title="This campaign was launched already">
        Nothing was launched a second time.{' '}
        <Link to={to} className="font-medium text-accent hover:underline">
          Open it
        </Link>
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
