import type { WorkflowTrigger } from '@atrium/sdk'
import { isObject, type Json } from '../../entity-schema.ts'
import { TRIGGER_TYPES } from '../../paths.ts'
import { CheckboxList } from '../../ui/CheckboxList.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { ScheduleFields } from './ScheduleFields.tsx'
import { EntityField } from './steps/CallFields.tsx'
import { JsonField } from './steps/JsonField.tsx'
import { TRIGGERS } from './trigger-words.ts'
import { words } from './words.ts'

interface TriggerFieldsProps {
  appId: string
  trigger: WorkflowTrigger
  onChange: (trigger: WorkflowTrigger) => void
}

const TYPES = TRIGGER_TYPES.map((id) => ({ id, ...TRIGGERS[id] }))
const EVENT_OPTIONS = [
  { id: 'create', label: words.created },
  { id: 'update', label: words.changed },
  { id: 'delete', label: words.deleted },
]
const EVENTS = ['create', 'update', 'delete'] as const

export function TriggerFields({ appId, trigger, onChange }: TriggerFieldsProps) {
  return (
    <>
      <RadioCards
        label={words.whatStartsIt}
        options={TYPES}
        value={trigger.type}
        onChange={(key) => {
          const type = TRIGGER_TYPES.find((known) => known === key)
          if (type && type !== trigger.type) onChange(FIRST[type])
        }}
      />
      {trigger.type === 'schedule' && <ScheduleFields trigger={trigger} onChange={onChange} />}
      {trigger.type === 'entity' && (
        <>
          <EntityField
            label={words.entity}
            appId={appId}
            value={trigger.entity_name ?? ''}
            onChange={(entity_name) => onChange({ ...trigger, entity_name })}
          />
          <CheckboxList
            label={words.whenARecordIs}
            options={EVENT_OPTIONS}
            value={[...(trigger.events ?? [])]}
            onChange={(chosen) =>
              onChange({ ...trigger, events: EVENTS.filter((event) => chosen.includes(event)) })
            }
          />
          <JsonField
            label={words.onlyRecordsThatMatch}
            // A filter came as JSON.
            value={trigger.condition as Json | undefined}
            onChange={(value) => {
              const { condition: _before, ...others } = trigger
              onChange(value !== undefined && isObject(value) ? { ...others, condition: value } : others)
            }}
            hint={words.aFilterAsIn}
          />
        </>
      )}
    </>
  )
}

/** What each type begins with. */
const FIRST: Record<WorkflowTrigger['type'], WorkflowTrigger> = {
  entity: { type: 'entity', entity_name: '', events: ['create'] },
  schedule: { type: 'schedule', cron: '0 9 * * 1-5', timezone: 'UTC' },
  webhook: { type: 'webhook' },
  app_publish: { type: 'app_publish' },
  manual: { type: 'manual' },
}
