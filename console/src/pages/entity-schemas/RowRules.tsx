import { Eye, type LucideIcon, Pencil, PenLine, Plus, Trash2 } from 'lucide-react'
import { ROW_OPERATIONS, type RowOperation, ruleFor } from '../../entity-schema.ts'
import { fill } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import type { EditedRule } from './edited-rule.ts'
import { explainRule } from './explain-rule.ts'
import { faultsWithin, faultWords, type SchemaDraft } from './schema-draft.ts'
import type { RuleKey } from './with-rule.ts'
import { words } from './words.ts'

interface RowRulesProps {
  draft: SchemaDraft
  onEdit: (edited: EditedRule) => void
  onRemove: (key: RuleKey) => void
}

export const OPERATION_LABELS: Record<RuleKey, string> = {
  read: words.read,
  create: words.create,
  update: words.update,
  delete: 'Delete',
  write: words.allChanges,
}

const ICONS: Record<RuleKey, LucideIcon> = {
  read: Eye,
  create: Plus,
  update: Pencil,
  delete: Trash2,
  write: PenLine,
}

/** Who may do what with a record, one operation a row. */
export function RowRules({ draft, onEdit, onRemove }: RowRulesProps) {
  const { schema } = draft
  const hasWrite = schema.rls?.write !== undefined && schema.rls.write !== null
  const keys: RuleKey[] = hasWrite ? ['read', 'write', 'create', 'update', 'delete'] : [...ROW_OPERATIONS]
  return (
    <section aria-labelledby="row-rules">
      <h3 id="row-rules" className="text-base font-semibold">
        {words.records}
      </h3>
      <p className="mb-3 text-sm text-ink-3">{words.whoMayDoWhatWith}</p>
      <ul className="divide-y divide-line overflow-hidden rounded-md border border-line">
        {keys.map((key) => (
          <RowRule
            key={key}
            ruleKey={key}
            draft={draft}
            onEdit={() => onEdit({ path: [], key, title: `${OPERATION_LABELS[key]} ${draft.name}` })}
            onRemove={() => onRemove(key)}
          />
        ))}
      </ul>
    </section>
  )
}

interface RowRuleProps {
  ruleKey: RuleKey
  draft: SchemaDraft
  onEdit: () => void
  onRemove: () => void
}

function RowRule({ ruleKey, draft, onEdit, onRemove }: RowRuleProps) {
  const { schema, faults } = draft
  const own = schema.rls?.[ruleKey]
  const isInherited = ruleKey !== 'read' && ruleKey !== 'write' && (own === undefined || own === null)
  const hasWrite = schema.rls?.write !== undefined && schema.rls.write !== null
  const rule = ruleKey === 'write' ? own : ruleFor(schema.rls, ruleKey satisfies RowOperation)
  const Icon = ICONS[ruleKey]
  const wrong = faultsWithin(faults, 'rls', ruleKey).map(faultWords)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <span className="flex w-28 shrink-0 items-center gap-2 font-medium">
        <Icon aria-hidden className="size-4 text-ink-3" />
        {OPERATION_LABELS[ruleKey]}
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <p className={isInherited && hasWrite ? 'break-words text-ink-3' : 'break-words'}>
          {explainRule(rule, schema.properties)}
        </p>
        {ruleKey === 'write' && <p className="caption">{words.holdsForCreateUpdate}</p>}
        {isInherited && hasWrite && <p className="caption">{words.byTheRuleFor}</p>}
        {rule === undefined && <p className="caption">{words.thereIsNoRule}</p>}
        {wrong.map((fault) => (
          <p key={fault} role="alert" className="mt-1 text-sm text-danger">
            {fault}
          </p>
        ))}
      </div>
      <div className="flex gap-2">
        {!isInherited && own !== undefined && (
          <Button
            size="sm"
            look="quiet"
            aria-label={fill(words.removeTheRuleFor, { ruleKey })}
            onPress={onRemove}
          >
            {words.remove}
          </Button>
        )}
        <Button
          size="sm"
          aria-label={fill(words.changeWhoMayRuleKey, { ruleKey })}
          onPress={onEdit}
          disabledReason={draft.isReadable ? undefined : words.correctTheJsonFirst}
        >
          {words.change}
        </Button>
      </div>
    </li>
  )
}
