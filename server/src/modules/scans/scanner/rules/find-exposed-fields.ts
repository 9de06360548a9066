/** Fields with names of secrets that people can read in records of others. */
import type { EntityTrial } from './entity-trial.ts'
import type { Hole } from './hole.ts'
import { fieldRulesWith, OF_OWNERS } from './rule-fixes.ts'
import { isSensitive } from './sensitive-names.ts'
import { fieldPlaces, placeNamed } from './stored-rules.ts'

/** Those that visitors or a fresh user see in at least one record of somebody else. */
export function findExposedFields({
  engine,
  schema,
  people,
  others,
  anonymousComes,
  allows,
}: EntityTrial): string[] {
  const named = new Set(
    fieldPlaces(schema)
      .filter(({ name, property }) => isSensitive(name, property.type))
      .map(({ path }) => path),
  )
  if (named.size === 0) return []
  const readers = anonymousComes ? [null, people.fresh] : [people.fresh]
  const seen = new Set<string>()
  for (const reader of readers)
    for (const record of others.records) {
      if (seen.size === named.size) break
      if (!allows(reader, 'read', record)) continue
      const hidden = engine.hiddenFields(schema, reader, record)
      for (const path of named) if (!isWithin(path, hidden)) seen.add(path)
    }
  return [...seen].sort()
}

/** Whether a place is hidden, or stands in something that is. */
function isWithin(path: string, hidden: readonly string[]): boolean {
  return hidden.some((place) => path === place || path.startsWith(`${place}.`))
}

export function exposedFieldsHole({ schema }: EntityTrial, fields: readonly string[]): Hole[] {
  if (fields.length === 0) return []
  const rulesOf = (path: string) => placeNamed(schema, path)?.rls ?? null
  return [
    {
      rule_id: 'sensitive_fields_exposed',
      severity: 'high',
      confidence: 'medium',
      operations: ['read'],
      fields: [...fields],
      fixes: [
        {
          fields: Object.fromEntries(
            fields.map((path) => [path, fieldRulesWith(rulesOf(path), 'read', OF_OWNERS)]),
          ),
        },
      ],
    },
  ]
}
