import { Plus } from 'lucide-react'
import { fill } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { NEW_FIELD, type PartProps, withItem } from './edit-definition.ts'
import { FieldEditor } from './FieldEditor.tsx'
import { words } from './words.ts'

const MOST = 12

export function FieldsPanel({ definition: { fields }, change }: PartProps) {
  return (
    <Panel title={words.fields} description={words.whatAPersonFills}>
      <div className="space-y-4">
        {fields.length === 0 && <p className="text-sm text-ink-3">{words.nothingIsAskedFor}</p>}
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
          disabledReason={fields.length >= MOST ? fill(words.atMostMostFields, { most: MOST }) : undefined}
          onPress={() => change({ fields: [...fields, NEW_FIELD] })}
        >
          {words.addAField}
        </Button>
      </div>
    </Panel>
  )
}
