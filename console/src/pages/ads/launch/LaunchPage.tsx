/** The wizard: one step after the other, each with an address, so that the browser's back button is one too. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight, Rocket } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-aria-components'
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router'
import { adsQueries } from '../../../ads-queries.ts'
import { loadForEditors } from '../../../editors-only.ts'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { useUnsavedWork } from '../../../form/unsaved-work.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { OBSTACLES } from '../ad-words.ts'
import { useAdsApp } from '../use-ads-app.ts'
import { LaunchProgress } from './LaunchProgress.tsx'
import { BudgetStep, BusinessStep, EuStep, PlacesStep, TypeStep } from './LaunchSteps.tsx'
import {
  type Faults,
  faultsIn,
  openStep,
  STEPS,
  type Step,
  stepsOf,
  withoutFaultsOf,
} from './launch-draft.ts'
import { ReviewStep } from './ReviewStep.tsx'
import { useLaunch } from './use-launch.ts'
import { useLaunchDraft } from './use-launch-draft.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return loadForEditors(request, app_id, adsQueries.readiness(app_id))
}

const NO_FAULTS: Faults = {}

export function Component() {
  const { appId, workspaceId } = useAdsApp()
  const { data: readiness } = useSuspenseQuery(adsQueries.readiness(appId))
  const { draft, change, discard, isBegun } = useLaunchDraft(appId, readiness.landing_page)
  // The draft is kept in this tab: other pages do not lose it, closing the tab does.
  useUnsavedWork(isBegun, () => true)
  const [isStartingOver, setStartingOver] = useState(false)
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [faults, setFaults] = useState<Faults>(NO_FAULTS)

  const steps = stepsOf(draft)
  const reached = openStep(draft, readiness)
  const asked = STEPS.find((known) => known === search.get('step'))
  const step =
    asked && steps.indexOf(asked) <= steps.indexOf(reached) && steps.includes(asked) ? asked : 'type'
  const place = steps.indexOf(step)
  const title = useFocusOn(step, faults)
  const go = (to: Step) => void navigate(paths.adLaunch(workspaceId, appId, to))

  const launch = useLaunch(draft, {
    onMend: (to, found) => {
      setFaults(found)
      go(to)
    },
  })
  const goOn = () => {
    if (step === 'review') return launch.start()
    const found = faultsIn(draft, step, readiness)
    setFaults(found)
    const next = steps[place + 1]
    if (Object.keys(found).length === 0 && next) go(next)
    // Once it is marked, and what it lies in is open.
    else setTimeout(focusFault, 0, title.current?.closest('form'), found)
  }
  const startOver = () => {
    setStartingOver(false)
    discard()
    setFaults(NO_FAULTS)
    launch.clearRefusal()
    go('type')
  }
  const props = {
    appId,
    draft,
    faults,
    readiness,
    change: (part: Partial<typeof draft>) => {
      change(part)
      setFaults(withoutFaultsOf(faults, part))
      launch.clearRefusal()
    },
  }

  return (
    <div className="-mb-8 flex min-h-[calc(100dvh-18rem)] max-w-4xl flex-col px-5 pt-5 sm:px-8 lg:min-h-[calc(100dvh-12.75rem)]">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold tracking-tight">{words.launchACampaign}</h2>
        <Button size="sm" look="quiet" onPress={() => (isBegun() ? setStartingOver(true) : startOver())}>
          {words.startOver}
        </Button>
      </div>
      {!readiness.ready && (
        <div className="mt-3">
          <Notice tone="caution" title={words.someThingsStandIn}>
            <ul className="list-disc ps-4">
              {readiness.errors.map((error) => (
                <li key={error}>{OBSTACLES[error]}</li>
              ))}
            </ul>
            <p className="mt-1">{words.youCanPrepareThe}</p>
          </Notice>
        </div>
      )}
      <LaunchProgress steps={steps} current={step} reached={reached} onGo={go} />
      <Form
        validationErrors={faults}
        onSubmit={(event) => {
          event.preventDefault()
          goOn()
        }}
        className="mt-6 flex flex-1 flex-col"
      >
        <h3 ref={title} tabIndex={-1} className="text-base font-semibold outline-none">
          {TITLES[step]}
        </h3>
        {launch.notice && step !== 'review' && (
          <div className="mt-3">
            <Notice tone="danger" title={words.theLaunchWasRefused}>
              {launch.notice}
            </Notice>
          </div>
        )}
        <div className="mt-4 space-y-5 pb-8">
          {step === 'type' && <TypeStep {...props} />}
          {step === 'business' && <BusinessStep {...props} />}
          {step === 'places' && <PlacesStep {...props} />}
          {step === 'budget' && <BudgetStep {...props} />}
          {step === 'eu' && <EuStep {...props} />}
          {step === 'review' && <ReviewStep {...props} refusal={launch.refusal} onGo={go} />}
        </div>
        <div
          // In its place whatever appears above it, so that a click on its way is not lost; notifications move up.
          data-bottom-bar
          className="sticky bottom-0 mt-auto flex flex-wrap items-center justify-between gap-3 border-t border-line bg-surface py-3"
        >
          {place > 0 ? (
            <Button icon={ArrowLeft} onPress={() => go(steps[place - 1] ?? 'type')}>
              {words.back}
            </Button>
          ) : (
            <span />
          )}
          {step === 'review' ? (
            <Button type="submit" look="primary" icon={Rocket} isPending={launch.isPending}>
              {words.launch}
            </Button>
          ) : (
            <Button type="submit" look="primary">
              {words.continue}
              <ArrowRight aria-hidden className="size-4" />
            </Button>
          )}
        </div>
      </Form>
      {isStartingOver && (
        <ConfirmDialog
          title={words.startOver2}
          confirmLabel={words.startOver}
          onClose={() => setStartingOver(false)}
          onConfirm={startOver}
        >
          <p>{words.everythingYouFilledIn}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

export const TITLES: Record<Step, string> = {
  type: 'What kind of campaign?',
  business: words.whatIsAdvertised,
  places: words.whereIsItShown,
  budget: words.whatMayItCost,
  eu: words.isItPolitical,
  review: words.isEverythingRight,
}

/** Each step is read from its beginning, as a page of its own would be; one that was refused from what is wrong. */
function useFocusOn(step: Step, faults: Faults) {
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (!focusFault(title.current?.closest('form'), faults)) title.current?.focus()
  }, [step, faults])
  return title
}

/** The first field that is wrong, if there is one. */
function focusFault(form: HTMLFormElement | null | undefined, faults: Faults): boolean {
  const wrong = Object.keys(faults).map((name) => `[name="${name}"], [data-field="${name}"]`)
  const field = wrong.length > 0 ? form?.querySelector<HTMLElement>(wrong.join()) : null
  field?.focus()
  return Boolean(field)
}
