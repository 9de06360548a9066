import { Plus, Trash2 } from 'lucide-react'
import { fill } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type DefinedScope, type PartProps, withItem } from './edit-definition.ts'
import { PlacedText } from './PlacedText.tsx'
import { words } from './words.ts'

const MOST = 60

export function ScopesPanel({ definition: { scopes }, change }: PartProps) {
  const put = (index: number, scope: DefinedScope | null) =>
    change({ scopes: withItem(scopes, index, scope) })
  return (
    <Panel title={words.scopes} description={words.whatAnAppCan}>
      <div className="space-y-4">
        {scopes.length === 0 && <p className="text-sm text-ink-3">{words.theServiceKnowsNone}</p>}
        {scopes.map((scope, index) => (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: scopes have no identity but their place.
            key={index}
            aria-label={fill(words.scopeName, { name: scope.name || words.withoutAName })}
            className="space-y-3 rounded-md border border-line p-4"
          >
            <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
              <PlacedText
                label={words.scope}
                place={`scopes.${index}.name`}
                isRequired
                maxLength={200}
                placeholder="orders.read"
                value={scope.name}
                onChange={(name) => put(index, { ...scope, name })}
              />
              <PlacedText
                label={words.inWords}
                place={`scopes.${index}.description`}
                isRequired
                maxLength={200}
                placeholder={words.readOrders}
                value={scope.description}
                onChange={(description) => put(index, { ...scope, description })}
              />
              <IconButton
                icon={Trash2}
                label={fill(words.removeName, { name: scope.name || words.thisScope })}
                onPress={() => put(index, null)}
              />
            </div>
            <Checkbox
              isSelected={scope.is_default === true}
              onChange={(is_default) => put(index, { ...scope, is_default })}
            >
              {words.tickedAtFirst}
            </Checkbox>
          </fieldset>
        ))}
        <Button
          icon={Plus}
          disabledReason={scopes.length >= MOST ? fill(words.atMostMostScopes, { most: MOST }) : undefined}
          onPress={() => change({ scopes: [...scopes, { name: '', description: '' }] })}
        >
          {words.addAScope}
        </Button>
      </div>
    </Panel>
  )
}
