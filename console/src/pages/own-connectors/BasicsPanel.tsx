import { CONNECTOR_CATEGORIES } from '@atrium/sdk'
import { Panel } from '../../ui/Panel.tsx'
import { Select } from '../../ui/Select.tsx'
import { SwatchPicker } from '../../ui/SwatchPicker.tsx'
import { categoryOf } from '../connectors/connector-list.ts'
import { CATEGORY_WORDS } from '../connectors/connector-words.ts'
import { COLORS } from './definition-words.ts'
import { lettersFor, type PartProps, typeFor } from './edit-definition.ts'
import { PlacedText } from './PlacedText.tsx'
import { words } from './words.ts'

const CATEGORIES = CONNECTOR_CATEGORIES.map((id) => ({ id, label: CATEGORY_WORDS[id] }))

/** `isNew`: the type follows the name until somebody changes it, and stays once it is saved. */
export function BasicsPanel({ definition, change, isNew }: PartProps & { isNew: boolean }) {
  const { display_name, integration_type, icon } = definition
  const follows = isNew && integration_type === typeFor(display_name)
  const hasOwnLetters = icon.letters !== '' && icon.letters !== lettersFor(display_name)
  const swatches = COLORS.some(({ value }) => value === icon.color)
    ? COLORS
    : [...COLORS, { name: words.itsOwn, value: icon.color }]
  return (
    <Panel title={words.service} description={words.howItAppearsIn}>
      <div className="space-y-5">
        <PlacedText
          label={words.name}
          place="display_name"
          isRequired
          maxLength={80}
          value={display_name}
          onChange={(name) =>
            change({
              display_name: name,
              ...(follows && { integration_type: typeFor(name) }),
              ...(!hasOwnLetters && { icon: { ...icon, letters: lettersFor(name) } }),
            })
          }
        />
        <PlacedText
          label={words.type}
          place="integration_type"
          isRequired
          isReadOnly={!isNew}
          maxLength={63}
          hint={isNew ? words.whatProgramsCallIt : words.itCannotBeChanged}
          value={integration_type}
          onChange={(next) => change({ integration_type: next })}
          validate={(typed) =>
            typed === '' || /^[a-z][a-z0-9_-]{1,62}$/.test(typed) ? null : words.smallLettersDigitsAnd
          }
        />
        <PlacedText
          label={words.description}
          place="description"
          isRequired
          rows={2}
          maxLength={300}
          value={definition.description}
          onChange={(description) => change({ description })}
        />
        <Select
          label={words.category}
          name="category"
          options={CATEGORIES}
          value={definition.category}
          onChange={(id) => change({ category: categoryOf(String(id)) ?? 'other' })}
        />
        <PlacedText
          label={words.addressOfItsDocumentation}
          place="documentation_url"
          isRequired
          placeholder="https://erp.example.com/docs"
          value={definition.documentation_url}
          onChange={(documentation_url) => change({ documentation_url })}
        />
        <div className="flex flex-wrap items-start gap-6">
          <PlacedText
            label={words.letters}
            place="icon.letters"
            isRequired
            maxLength={2}
            className="w-24"
            value={icon.letters}
            onChange={(letters) => change({ icon: { ...icon, letters } })}
          />
          <SwatchPicker
            label={words.colour}
            swatches={swatches}
            value={icon.color}
            onChange={(color) => change({ icon: { ...icon, color } })}
          />
        </div>
      </div>
    </Panel>
  )
}
