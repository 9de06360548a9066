import { Plus } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { NEW_FIELD, type PartProps, withItem } from './edit-definition.ts'
import { FieldEditor } from './FieldEditor.tsx'

const MOST = 12

export function FieldsPanel({ definition: { fields }, change }: PartProps) {
  return (
    <Panel title="Fields" description="What a person fills in before an app is connected.">
      <div className="space-y-4">
        {fields.length === 0 && <p className="text-sm text-ink-3">Nothing is asked for.</p>}
        {fields.map((field, index) => (
          <FieldEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: fields have no identity but their place.
            key={index}
            place={`fields.${index}`}
            field={field}
            onChange={(next) => change({ fields: withItem(fields, index, next) })}
          />
        ))}
        <Button
          icon={Plus}
          disabledReason={fields.length >= MOST ? `At most ${MOST} fields.` : undefined}
          onPress={() => change({ fields: [...fields, NEW_FIELD] })}
        >
          Add a field
        </Button>
      </div>
    </Panel>
  )
}
