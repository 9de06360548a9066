import { type Properties, valueAt } from '../../../entity-schema.ts'
import type { EntityRecord } from '../../../queries.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { RadioCards } from '../../../ui/RadioCards.tsx'
import { editorOf, textOfValue } from '../values/field-editor.ts'
import type { ChangedSince, Values } from './save-unless-changed.ts'
import { words } from './words.ts'

type Whose = 'mine' | 'theirs'

/** Fields that somebody else gave another value while the form was open. */
export interface Dispute {
  theirs: EntityRecord
  mine: Values
  fields: readonly string[]
  choices: Readonly<Record<string, Whose>>
}

/** What was chosen before stays chosen; what changed once more is asked again. */
export function disputeAfter(
  before: Dispute | null,
  { theirs, fields }: ChangedSince,
  mine: Values,
): Dispute {
  const kept = Object.entries(before?.choices ?? {}).filter(([name]) => !fields.includes(name))
  return { theirs, mine, fields, choices: Object.fromEntries(kept) }
}

export function isOpen(dispute: Dispute | null): boolean {
  return dispute?.fields.some((name) => valueAt(dispute.choices, name) === undefined) === true
}

interface DisputedFieldsProps {
  dispute: Dispute
  properties: Properties
  onChoose: (name: string, whose: Whose) => void
}

/** Both values of each, to choose from; nothing was written yet. */
export function DisputedFields({ dispute, properties, onChoose }: DisputedFieldsProps) {
  const { fields, choices, mine, theirs } = dispute
  const shown = (name: string, value: unknown) =>
    textOfValue(editorOf(valueAt(properties, name) ?? {}, value), value).slice(0, 300) || words.empty
  return (
    <Notice tone="caution" title={words.somebodyChangedThisRecord}>
      <p>{words.nothingOfYoursWas}</p>
      <div className="mt-3 space-y-3 break-words">
        {fields.map((name) => (
          <RadioCards
            key={name}
            label={name}
            value={valueAt(choices, name) ?? null}
            onChange={(whose) => onChoose(name, whose === 'mine' ? 'mine' : 'theirs')}
            options={[
              { id: 'mine', label: words.keepMine, description: shown(name, valueAt(mine, name)) },
              { id: 'theirs', label: words.takeTheirs, description: shown(name, valueAt(theirs, name)) },
            ]}
          />
        ))}
      </div>
    </Notice>
  )
}
