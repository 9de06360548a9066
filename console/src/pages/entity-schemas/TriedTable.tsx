import type { AnswerOf, Operations } from '@atrium/sdk'
import { Check, X } from 'lucide-react'
import {
  type EntitySchema,
  type Properties,
  propertyAt,
  type Rule,
  ruleFor,
  valueAt,
} from '../../entity-schema.ts'
import { fillWith } from '../../language/fill.ts'
import { classNames } from '../../ui/class-names.ts'
import { explainRule } from './explain-rule.ts'
import { OPERATION_LABELS } from './RowRules.tsx'
import { words } from './words.ts'

export type Tried = AnswerOf<Operations['schemas']['try_rules']>
type TriedRecord = Tried['records'][number]

const OPERATIONS = ['read', 'update', 'delete'] as const

/** What came of each rule for each record, under the rule that decided it. */
export function TriedTable({ tried, schema }: { tried: Tried; schema: EntitySchema }) {
  const properties = schema.properties ?? {}
  const { create, records } = tried
  return (
    <div className="space-y-4">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Outcome
          isAllowed={create.outcome === 'refused' ? false : create.outcome === 'allowed' ? true : null}
        />
        <span>{CREATE_WORDS[create.outcome]}</span>
        <span className="text-ink-3">({explainRule(ruleFor(schema.rls, 'create'), properties)})</span>
        {create.unwritable_fields.length > 0 && (
          <span className="text-ink-2">
            {fillWith(words.withoutUnwritableFields, {
              unwritableFields: create.unwritable_fields.join(', '),
            })}
          </span>
        )}
      </p>
      {records.length === 0 ? (
        <p className="text-ink-2">{words.thereAreNoRecords}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached.
        <div tabIndex={0} className="relative overflow-x-auto rounded-md border border-line">
          <table
            aria-label={words.whatTheRulesAllow}
            className="w-full min-w-3xl table-fixed border-collapse text-start"
          >
            <thead>
              <tr className="border-b border-line bg-sunken align-top text-xs text-ink-3">
                <th scope="col" className="w-[22%] px-4 py-2 font-medium">
                  {words.record}
                </th>
                {OPERATIONS.map((operation) => (
                  <th key={operation} scope="col" className="px-3 py-2 font-normal">
                    <span className="block font-medium">{OPERATION_LABELS[operation]}</span>
                    <span className="break-words">
                      {explainRule(ruleFor(schema.rls, operation), properties)}
                    </span>
                  </th>
                ))}
                <th scope="col" className="w-[24%] px-3 py-2 font-medium">
                  {words.fields}
                </th>
              </tr>
            </thead>
            <tbody>
              {records.map((one) => (
                <TriedRow key={String(one.record.id)} tried={one} properties={properties} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <FieldReasons records={records} properties={properties} />
    </div>
  )
}

const CREATE_WORDS = {
  allowed: words.mayCreateRecords,
  refused: words.mayNotCreateRecords,
  depends: words.mayCreateRecordsDepending,
}

function TriedRow({ tried, properties }: { tried: TriedRecord; properties: Properties }) {
  const { record, hidden_fields, unwritable_fields } = tried
  return (
    <tr className="border-b border-line align-top last:border-b-0">
      <th scope="row" className="px-4 py-2.5 font-normal">
        <span className="block truncate font-medium">{nameOf(record, properties)}</span>
        {typeof record.created_by === 'string' && (
          <span className="block truncate text-xs text-ink-3">
            {fillWith(words.byCreatedBy, { createdBy: record.created_by })}
          </span>
        )}
      </th>
      {OPERATIONS.map((operation) => (
        <td key={operation} className="px-3 py-2.5">
          <Outcome isAllowed={tried[operation]} />
        </td>
      ))}
      <td className="px-3 py-2.5 text-sm">
        <FieldOutcomes hidden={hidden_fields} unwritable={unwritable_fields} />
      </td>
    </tr>
  )
}

function FieldOutcomes({ hidden, unwritable }: { hidden: readonly string[]; unwritable: readonly string[] }) {
  const names = [...new Set([...hidden, ...unwritable])]
  if (names.length === 0) return <span className="text-ink-3">{words.allOfThem}</span>
  return names.map((name) => {
    const outcomes = [hidden.includes(name) && 'hidden', unwritable.includes(name) && words.notWritable]
    return (
      <span key={name} className="block break-words">
        <span className="font-mono">{name}</span> {outcomes.filter(Boolean).join(', ')}
      </span>
    )
  })
}

/** The rules of fields that refused something, said once for all rows. */
function FieldReasons({ records, properties }: { records: readonly TriedRecord[]; properties: Properties }) {
  const reasons = (['read', 'update'] as const).flatMap((operation) => {
    const key = operation === 'read' ? 'hidden_fields' : 'unwritable_fields'
    return [...new Set(records.flatMap((one) => one[key]))].map((name) => ({
      name,
      operation,
      rule: explainRule(nearestRule(properties, name, operation), properties),
    }))
  })
  if (reasons.length === 0) return null
  return (
    <ul aria-label={words.whyFieldsAreHidden} className="space-y-1 text-sm text-ink-2">
      {reasons.map(({ name, operation, rule }) => (
        <li key={`${name} ${operation}`}>
          <span className="font-mono">{name}</span>{' '}
          {operation === 'read' ? words.isReadBy : words.isWrittenBy}: {rule}
        </li>
      ))}
    </ul>
  )
}

/** As the server finds it: the rule at the place, or the nearest one above. */
function nearestRule(properties: Properties, path: string, operation: 'read' | 'update'): Rule {
  const steps = path.split('.')
  for (let length = steps.length; length > 0; length--) {
    const rule = ruleFor(propertyAt(properties, steps.slice(0, length).join('.'))?.rls, operation)
    if (rule !== undefined && rule !== null) return rule
  }
  return undefined
}

function Outcome({ isAllowed }: { isAllowed: boolean | null }) {
  const Icon = isAllowed === false ? X : Check
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 font-medium',
        isAllowed === false ? 'text-danger' : isAllowed ? 'text-accent' : 'text-caution',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {isAllowed === false ? words.no : isAllowed ? words.yes : words.depends}
    </span>
  )
}

function nameOf(record: Record<string, unknown>, properties: Properties): string {
  const first = Object.keys(properties).find((name) => {
    const value = valueAt(record, name)
    return typeof value === 'string' && value !== ''
  })
  return first ? String(record[first]) : String(record.id)
}
