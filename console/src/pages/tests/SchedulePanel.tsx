import { Panel } from '../../ui/Panel.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { ScheduleFields } from '../workflows/ScheduleFields.tsx'
import type { EditedFlow } from './use-flow-draft.ts'
import { words } from './words.ts'

const EVERY_MORNING = {
  cron: '0 6 * * *',
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
}

export function SchedulePanel({ edited: { draft, change } }: { edited: EditedFlow }) {
  const { schedule, on_publish } = draft
  return (
    <Panel title={words.whenItRuns} description={words.inAdditionToWhenever}>
      <div className="space-y-4">
        <Switch
          label={words.wheneverTheAppIs}
          isSelected={on_publish}
          onChange={(isOn) => change({ on_publish: isOn })}
        />
        <Switch
          label={words.atFixedTimes}
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
