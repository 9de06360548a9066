import { CONVERSION_TYPES, MAPPING_EVENTS } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { queries } from '../../queries.ts'
import { Select } from '../../ui/Select.tsx'
import { CONVERSIONS } from './ad-words.ts'
import { EVENTS, type Mapping } from './mapping-words.ts'
import { useAdsApp } from './use-ads-app.ts'
import { words } from './words.ts'

interface EditMappingProps {
  /** Null for a new one. */
  mapping: Mapping | null
  onClose: () => void
}

const FIRST_GOAL = 'PURCHASE'

export function EditMapping({ mapping, onClose }: EditMappingProps) {
  const { appId } = useAdsApp()
  const { data: schemas } = useSuspenseQuery(queries.schemas(appId))
  // One that was deleted in the meantime is still what the mapping names.
  const names = [...new Set([...Object.keys(schemas), ...(mapping ? [mapping.entity_name] : [])])]
  const [entityName, setEntityName] = useState(mapping?.entity_name ?? names[0] ?? null)
  const [event, setEvent] = useState<Mapping['event']>(mapping?.event ?? 'create')
  const [goal, setGoal] = useState<Mapping['conversion_type']>(mapping?.conversion_type ?? FIRST_GOAL)
  const save = useAct({
    run: (entity_name: string) => {
      const body = { entity_name, event, conversion_type: goal }
      return mapping
        ? client.conversions.update_mapping({ app_id: appId, mapping_id: mapping.id }, body)
        : client.conversions.create_mapping({ app_id: appId }, body)
    },
    touches: ['ads'],
    done: () => (mapping ? words.mappingChanged : words.mappingAdded),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={mapping ? words.changeTheMapping : words.newMapping}
      submitLabel={mapping ? words.save : words.addMapping}
      onClose={onClose}
      act={save}
      disabledReason={entityName ? undefined : words.theAppHasNo}
      onSubmit={() => entityName && save.mutate(entityName, { onSuccess: onClose })}
    >
      <Select
        label={words.whenARecordOf}
        name="entity_name"
        options={names.map((id) => ({ id, label: id }))}
        value={entityName}
        onChange={(id) => setEntityName(id === null ? null : String(id))}
        placeholder={words.noEntitiesYet}
      />
      <Select
        label={words.whatHappensToIt}
        name="event"
        options={MAPPING_EVENTS.map((id) => ({ id, label: EVENTS[id] }))}
        value={event}
        onChange={(id) => setEvent(MAPPING_EVENTS.find((known) => known === id) ?? 'create')}
      />
      <Select
        label={words.itCountsAs}
        name="conversion_type"
        options={CONVERSION_TYPES.map((id) => ({ id, label: CONVERSIONS[id] ?? id }))}
        value={goal}
        onChange={(id) => setGoal(CONVERSION_TYPES.find((known) => known === id) ?? FIRST_GOAL)}
      />
    </FormDialog>
  )
}
