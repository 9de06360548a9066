import { Panel } from '../../ui/Panel.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { ScheduleFields } from '../workflows/ScheduleFields.tsx'
import type { EditedFlow } from './use-flow-draft.ts'

const EVERY_MORNING = {
  cron: '0 6 * * *',
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
}

export function SchedulePanel({ edited: { draft, change } }: { edited: EditedFlow }) {
  const { schedule, on_publish } = draft
  return (
    <Panel title="When it runs" description="In addition to whenever somebody presses Run.">
      <div className="space-y-4">
        <Switch
          label="Whenever the app is published"
          isSelected={on_publish}
          onChange={(isOn) => change({ on_publish: isOn })}
        />
        <Switch
          label="At fixed times"
          isSelected={schedule !== null}
          onChange={(isOn) => change({ schedule: isOn ? EVERY_MORNING : null })}
        />
        {schedule && (
          <ScheduleFields
            trigger={{ type: 'schedule', ...schedule }}
            onChange={({ cron = '', timezone = 'UTC' }) => change({ schedule: { cron, timezone } })}
          />
        )}
      </div>
    </Panel>
  )
}
