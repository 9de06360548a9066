import type { WorkflowTrigger } from '@atrium/sdk'
import { describeCron } from '../../cron-words.ts'
import { fill } from '../../language/fill.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { formatFull } from '../../ui/Time.tsx'
import { CRON_RULE, cronOf, nextTime } from './cron-times.ts'
import { words } from './words.ts'

interface ScheduleFieldsProps {
  trigger: WorkflowTrigger
  onChange: (trigger: WorkflowTrigger) => void
}

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** The times of a schedule, with what they mean and when they come next. */
export function ScheduleFields({ trigger, onChange }: ScheduleFieldsProps) {
  const { cron = '', timezone = 'UTC' } = trigger
  const zones = ZONES.includes(timezone) ? ZONES : [timezone, ...ZONES]
  const isRead = cronOf(cron) !== null
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={words.times}
          value={cron}
          maxLength={100}
          onChange={(next) => onChange({ ...trigger, cron: next })}
          isInvalid={!isRead}
          hint={CRON_RULE}
          className="[&_input]:font-mono"
        />
        <Select
          label={words.timeZone}
          options={zones.map((id) => ({ id, label: id }))}
          value={timezone}
          onChange={(key) => onChange({ ...trigger, timezone: String(key) })}
        />
      </div>
      <p role="status" className={isRead ? 'text-ink-2' : 'text-danger'}>
        {isRead ? whenNext(cron, timezone) : words.theseTimesCannotBe}
      </p>
    </>
  )
}

function whenNext(cron: string, timezone: string): string {
  const next = nextTime(cron, timezone, new Date())
  if (!next) return fill(words.cronNoSuchDay, { cron: describeCron(cron) })
  return `${describeCron(cron)}, ${timezone}. Next: ${formatFull(next)}.`
}
