import { useState } from 'react'
import { type Properties, propertyAt, type Rule } from '../../entity-schema.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { EditedRule } from './edited-rule.ts'
import { FieldRules } from './FieldRules.tsx'
import { RowRules } from './RowRules.tsx'
import { RuleDialog } from './RuleDialog.tsx'
import { useDraft } from './schema-draft.ts'
import { TryRules } from './TryRules.tsx'
import { type RuleKey, withRule } from './with-rule.ts'
import { words } from './words.ts'

export function Component() {
  const draft = useDraft()
  const [edited, setEdited] = useState<EditedRule | null>(null)
  const { schema } = draft
  const properties: Properties = schema.properties ?? {}
  const set = (path: readonly string[], key: RuleKey, rule: Rule) =>
    draft.setSchema(withRule(schema, path, key, rule))

  return (
    <div className="space-y-8 px-5 py-5 sm:px-8">
      {!draft.isReadable && <Notice tone="caution">{words.theJsonUnderFields}</Notice>}
      {!schema.rls && (
        <Notice tone="caution" title={words.noRules}>
          {words.everybodyWhoCanReachThe}
        </Notice>
      )}
      <RowRules draft={draft} onEdit={setEdited} onRemove={(key) => set([], key, undefined)} />
      <FieldRules draft={draft} onEdit={setEdited} />
      <TryRules draft={draft} />
      {edited && (
        <RuleDialog
          title={edited.title}
          rule={ruleAt(schema, edited)}
          properties={properties}
          onClose={() => setEdited(null)}
          onSave={(rule) => {
            set(edited.path, edited.key, rule)
            setEdited(null)
          }}
        />
      )}
    </div>
  )
}

function ruleAt(schema: Parameters<typeof withRule>[0], { path, key }: EditedRule): Rule {
  const owner = path.length === 0 ? schema : propertyAt(schema.properties ?? {}, path.join('.'))
  return owner?.rls?.[key]
}
