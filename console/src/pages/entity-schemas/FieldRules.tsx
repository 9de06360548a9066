import { propertyAt, type Rule } from '../../entity-schema.ts'
import { fill } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import type { EditedRule } from './edited-rule.ts'
import { explainRule } from './explain-rule.ts'
import { faultWords, type SchemaDraft } from './schema-draft.ts'
import { fieldPaths, type RuleKey } from './with-rule.ts'
import { words } from './words.ts'

interface FieldRulesProps {
  draft: SchemaDraft
  onEdit: (edited: EditedRule) => void
}

/** Rules of single fields; most fields have none. */
export function FieldRules({ draft, onEdit }: FieldRulesProps) {
  const { schema } = draft
  const paths = fieldPaths(schema.properties ?? {})
  return (
    <section aria-labelledby="field-rules">
      <h3 id="field-rules" className="text-base font-semibold">
        {words.fields}
      </h3>
      <p className="mb-3 text-sm text-ink-3">{words.aFieldThatMay}</p>
      {paths.length === 0 ? (
        <p className="text-ink-2">{words.thereAreNoFields}</p>
      ) : (
        <div className="@container overflow-hidden rounded-md border border-line">
          <table aria-label={words.rulesOfFields} className="w-full table-fixed border-collapse text-start">
            <thead>
              <tr className="border-b border-line bg-sunken text-xs text-ink-3">
                <th scope="col" className="w-[28%] px-4 py-2 font-medium">
                  {words.field}
                </th>
                <th scope="col" className="px-3 py-2 font-medium">
                  {words.read}
                </th>
                <th scope="col" className="px-3 py-2 font-medium">
                  {words.write}
                </th>
              </tr>
            </thead>
            <tbody>
              {paths.map((path) => (
                <FieldRule key={path.join('.')} path={path} draft={draft} onEdit={onEdit} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

interface FieldRuleProps extends FieldRulesProps {
  path: readonly string[]
}

function FieldRule({ path, draft, onEdit }: FieldRuleProps) {
  const name = path.join('.')
  const { schema, faults } = draft
  const rules = propertyAt(schema.properties ?? {}, name)?.rls
  const place = [
    'properties',
    ...path.flatMap((step, at) => (at === 0 ? [step] : ['properties', step])),
    'rls',
  ]
  const wrong = faults
    .filter((fault) => place.every((step, at) => fault.place[at] === step))
    .map((fault) => faultWords({ ...fault, place: fault.place.slice(place.length) }))
  const single = (['create', 'update', 'delete'] as const).filter((key) => rules?.[key] !== undefined)
  const edit = (key: RuleKey) =>
    onEdit({ path, key, title: `${key === 'read' ? words.read : words.write} ${name}` })
  return (
    <tr className="border-b border-line align-top last:border-b-0">
      <th scope="row" className="px-4 py-2.5 font-mono text-sm font-medium break-all">
        {name}
        {wrong.map((fault) => (
          <span key={fault} role="alert" className="mt-1 block font-sans text-sm font-normal text-danger">
            {fault}
          </span>
        ))}
      </th>
      <RuleCell
        rule={rules?.read}
        label={fill(words.changeWhoMayRead, { name })}
        draft={draft}
        onEdit={() => edit('read')}
      />
      <RuleCell
        rule={rules?.write}
        label={fill(words.changeWhoMayWrite, { name })}
        draft={draft}
        onEdit={() => edit('write')}
        others={single.map((key) => `${key}: ${explainRule(rules?.[key], schema.properties)}`)}
      />
    </tr>
  )
}

interface RuleCellProps {
  rule: Rule
  label: string
  draft: SchemaDraft
  onEdit: () => void
  /** Rules of single operations, which win over this one. */
  others?: readonly string[]
}

function RuleCell({ rule, label, draft, onEdit, others = [] }: RuleCellProps) {
  const isOpen = rule === undefined || rule === null
  return (
    <td className="px-3 py-2">
      <div className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
        <span className={isOpen ? 'min-w-0 py-0.5 text-ink-3' : 'min-w-0 py-0.5 break-words'}>
          {isOpen ? words.asTheRecord : explainRule(rule, draft.schema.properties)}
          {others.map((other) => (
            <span key={other} className="block text-sm text-ink-2">
              {other}
            </span>
          ))}
        </span>
        <Button
          size="sm"
          look="quiet"
          aria-label={label}
          onPress={onEdit}
          disabledReason={draft.isReadable ? undefined : words.correctTheJsonFirst}
        >
          {words.change}
        </Button>
      </div>
    </td>
  )
}
