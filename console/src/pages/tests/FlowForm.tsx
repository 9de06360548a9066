import { DEFAULT_RUN_SECONDS, MAX_ALLOWED_HOSTS } from '@atrium/sdk'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { Form } from 'react-aria-components'
import type { Sending } from '../../act.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { useOnce } from '../../form/use-once.ts'
import { fillWith } from '../../language/fill.ts'
import { StandIn } from '../../layout/StandIn.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { WordsField } from '../../ui/WordsField.tsx'
import { SchedulePanel } from './SchedulePanel.tsx'
import { StepsEditor } from './StepsEditor.tsx'
import type { EditedFlow } from './use-flow-draft.ts'
import { words } from './words.ts'

interface FlowFormProps {
  edited: EditedFlow
  act: Sending
  onSubmit: () => void
  /** What is said in place of a refusal. */
  notice?: ReactNode
  /** The buttons; `isTaken` while it is on its way. */
  footer: (isTaken: boolean) => ReactNode
}

/** A test as a form: what a person wants to do, the steps, where it begins and when it runs. */
export function FlowForm({ edited, act, onSubmit, notice, footer }: FlowFormProps) {
  const { draft, change, faults } = edited
  const once = useOnce(act)
  const form = useRef<HTMLFormElement>(null)
  useFirstFault(form, act.isPending ? null : act.error)
  const validationErrors = useMemo(
    () => Object.fromEntries(faults.map(({ place, message }) => [place.join('.'), message])),
    [faults],
  )
  const hostFault = faults.find(({ place }) => place[0] === 'allowed_hosts')?.message
  return (
    <Form
      ref={form}
      validationErrors={validationErrors}
      onSubmit={(event) => {
        event.preventDefault()
        once.run(onSubmit)
      }}
    >
      {act.error !== null && !act.isPending && (
        <div className="max-w-4xl px-5 pt-4 sm:px-8">{notice || <FormFailure error={act.error} />}</div>
      )}
      <Panel title={words.whatItIsAbout} description={words.inTheWordsOf}>
        <div className="space-y-4">
          <TextField
            label={words.name}
            name="name"
            isRequired
            autoComplete="off"
            maxLength={200}
            value={draft.name}
            onChange={(name) => change({ name })}
            placeholder={words.buyALamp}
          />
          <TextField
            label={words.goal}
            name="goal"
            isRequired
            rows={3}
            maxLength={4000}
            value={draft.goal}
            onChange={(goal) => change({ goal })}
            placeholder={words.aVisitorPutsA}
            hint={words.withoutStepsEachRun}
          />
        </div>
      </Panel>
      <Panel
        title={words.steps}
        description={fillWith(words.oneThingEachIn, {
          code: <code className="font-mono text-xs">{'{{secrets.NAME}}'}</code>,
          code2: <code className="font-mono text-xs">{'{{test_user.email}}'}</code>,
        })}
      >
        <StandIn of="language_model" className="mb-4" />
        <StepsEditor edited={edited} />
      </Panel>
      <Panel title={words.whereItBegins} description={words.andWhatItsPages}>
        <div className="space-y-4">
          <TextField
            label={words.startAddress}
            name="start_url"
            optional
            autoComplete="off"
            maxLength={2048}
            value={draft.start_url}
            onChange={(start_url) => change({ start_url })}
            placeholder="/lamps"
            hint={words.aPathOfThe}
          />
          <TextField
            label={words.role}
            name="role"
            optional
            autoComplete="off"
            maxLength={64}
            value={draft.role}
            onChange={(role) => change({ role })}
            placeholder="user"
            hint={words.eachRunSignsIn}
          />
          <WordsField
            label={words.otherHosts}
            optional
            words={draft.allowed_hosts}
            onChange={(allowed_hosts) => change({ allowed_hosts })}
            most={MAX_ALLOWED_HOSTS}
            longest={253}
            placeholder="fonts.example.com"
            hint={words.whatPagesMayLoad}
            fault={hostFault}
          />
          <NumberField
            label={words.atMostThisMany}
            name="timeout_seconds"
            minValue={10}
            maxValue={300}
            step={1}
            value={draft.timeout_seconds}
            onChange={(seconds) =>
              change({ timeout_seconds: Number.isNaN(seconds) ? DEFAULT_RUN_SECONDS : seconds })
            }
            hint={words.aRunThatTakes}
            className="[&_input]:max-w-40"
          />
        </div>
      </Panel>
      <SchedulePanel edited={edited} />
      {footer(once.isTaken)}
    </Form>
  )
}

/** The form is long: what was refused comes into view. */
function useFirstFault(form: RefObject<HTMLFormElement | null>, error: unknown) {
  useEffect(() => {
    if (!error) return
    // Once the faults are drawn at their fields.
    const frame = requestAnimationFrame(() => {
      const fault = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
      fault?.focus({ preventScroll: true })
      const shown = fault ?? form.current?.querySelector('[role=alert]')
      shown?.scrollIntoView({ block: 'center' })
    })
    return () => cancelAnimationFrame(frame)
  }, [form, error])
}
