import type { WorkflowTrigger } from '@atrium/sdk'
import { describeCron } from '../../cron-words.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { formatFull } from '../../ui/Time.tsx'
import { CRON_RULE, cronOf, nextTime } from './cron-times.ts'

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
          label="Times"
          value={cron}
          maxLength={100}
          onChange={(next) => onChange({ ...trigger, cron: next })}
          isInvalid={!isRead}
          hint={CRON_RULE}
          className="[&_input]:font-mono"
        />
        <Select
          label="Time zone"
          options={zones.map((id) => ({ id, label: id }))}
          value={timezone}
          onChange={(key) => onChange({ ...trigger, timezone: String(key) })}
        />
      </div>
      <p role="status" className={isRead ? 'text-ink-2' : 'text-danger'}>
        {isRead ? whenNext(cron, timezone) : 'These times cannot be read.'}
      </p>
    </>
  )
}

function whenNext(cron: string, timezone: string): string {
  const next = nextTime(cron, timezone, new Date())
  if (!next) return `${describeCron(cron)}. No such day comes.`
  return `${describeCron(cron)}, ${timezone}. Next: ${formatFull(next)}.`
}
