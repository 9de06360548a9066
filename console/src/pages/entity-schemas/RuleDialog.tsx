import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { isObject, type Properties, type Rule } from '../../entity-schema.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { fill } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AlternativeFields, firstAlternative } from './AlternativeFields.tsx'
import { explainRule } from './explain-rule.ts'
import { type Alternative, isAttribute, type RuleForm, ruleFormOf, ruleOf } from './rule-form.ts'
import { words } from './words.ts'

interface RuleDialogProps {
  title: string
  rule: Rule
  properties: Properties
  onSave: (rule: Rule) => void
  onClose: () => void
}

type Mode = 'everyone' | 'nobody' | 'some' | 'json'

const MODES = [
  { id: 'everyone', label: words.everyone, description: words.alsoPeopleWhoAre },
  { id: 'nobody', label: words.nobody, description: words.onlyThoseWhoAct },
  { id: 'some', label: words.someUsers, description: words.byWhoTheyAre },
  { id: 'json', label: words.aConditionAsJson, description: words.forEverythingElse },
]

/** One rule: the common ones as a form, all others as JSON, and always in words. */
export function RuleDialog({ title, rule, properties, onSave, onClose }: RuleDialogProps) {
  const begun = ruleFormOf(rule)
  const [mode, setMode] = useState<Mode>(begun ? begun.kind : 'json')
  const [any, setAny] = useState<readonly Alternative[]>(
    begun?.kind === 'some' ? begun.any : [{ kind: 'creator' }],
  )
  const [json, setJson] = useState(JSON.stringify(rule ?? true, null, 2))
  const form: RuleForm | null =
    mode === 'json' ? null : mode === 'some' ? { kind: 'some', any: [...any] } : { kind: mode }
  const meant = form ? { rule: ruleOf(form) } : parseRule(json)
  const fault = 'fault' in meant ? meant.fault : whyIncomplete(mode, any)

  const choose = (next: Mode) => {
    if (next === 'json' && form) setJson(JSON.stringify(ruleOf(form), null, 2))
    setMode(next)
  }

  return (
    <FormDialog
      title={title}
      submitLabel={words.apply}
      width="lg"
      onClose={onClose}
      disabledReason={fault ?? undefined}
      onSubmit={() => 'rule' in meant && onSave(meant.rule)}
    >
      <Select
        label={words.allowedFor}
        options={MODES}
        value={mode}
        onChange={(key) => choose(MODES.find(({ id }) => id === key)?.id as Mode)}
      />
      <div role="status" className="rounded-md bg-accent-soft/60 px-3 py-2.5">
        <p className="text-xs font-medium text-accent-strong">{words.inWords}</p>
        <p className="break-words">{'rule' in meant ? explainRule(meant.rule, properties) : meant.fault}</p>
      </div>
      {mode === 'some' && (
        <div className="space-y-3">
          <ul aria-label={words.anyOfTheseIs} className="space-y-3">
            {any.map((alternative, place) => (
              // Alternatives are distinguished by their place alone: two may say the same.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above.
              <li key={place} className="rounded-md border border-line bg-sunken p-3">
                {place > 0 && <p className="mb-2 text-sm font-medium text-ink-2">{words.or}</p>}
                <div className="flex items-start gap-2">
                  <AlternativeFields
                    value={alternative}
                    properties={properties}
                    onChange={(next) => setAny(any.map((one, other) => (other === place ? next : one)))}
                  />
                  {any.length > 1 && (
                    <IconButton
                      icon={X}
                      label={fill(words.removeAlternativePlace, { place: place + 1 })}
                      onPress={() => setAny(any.filter((_, other) => other !== place))}
                    />
                  )}
                </div>
              </li>
            ))}
          </ul>
          <Button
            size="sm"
            look="quiet"
            icon={Plus}
            onPress={() => setAny([...any, firstAlternative('role')])}
          >
            {words.addAnAlternative}
          </Button>
        </div>
      )}
      {mode === 'json' && (
        <TextField
          label={words.condition}
          value={json}
          onChange={setJson}
          rows={10}
          className="[&_textarea]:font-mono"
          hint={words.fieldsAsDataField}
        />
      )}
    </FormDialog>
  )
}

function parseRule(text: string): { rule: Rule } | { fault: string } {
  try {
    const value: unknown = JSON.parse(text)
    if (value === null || typeof value === 'boolean') return { rule: value }
    return isObject(value) ? { rule: value } : { fault: words.aRuleIsTrue }
  } catch {
    return { fault: words.thisIsNotJson }
  }
}

function whyIncomplete(mode: Mode, any: readonly Alternative[]): string | null {
  if (mode !== 'some') return null
  const isOpen = any.some(
    (one) =>
      (one.kind === 'role' && one.role.trim() === '') ||
      (one.kind === 'field_is_mine' && (one.field === '' || !isAttribute(one.attribute))) ||
      (one.kind === 'field_is' && one.field === ''),
  )
  return isOpen ? words.fillInEveryAlternative : null
}
