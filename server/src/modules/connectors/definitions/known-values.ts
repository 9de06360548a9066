import type { DefinedField } from '@atrium/contract/connector-definition'
import type { WholePattern } from '../../../platform/patterns/whole-pattern.ts'
import { ACCESS_TOKEN } from './check-fields.ts'
import type { CheckedDefinition } from './faults.ts'

/** What can fill the place of a template. */
export type KnownValue =
  | { is: 'field'; field: DefinedField; pattern: WholePattern | undefined }
  | { is: 'derived'; values: readonly string[] }
  /** Something that the service said, with the token or on the way back. */
  | { is: 'captured' }
  | { is: 'token' }

export type KnownValues = ReadonlyMap<string, KnownValue>

export function valuesOf(
  definition: Pick<CheckedDefinition, 'fields' | 'derived' | 'auth'>,
  patterns: ReadonlyMap<string, WholePattern>,
): KnownValues {
  const { fields, derived = {} } = definition
  return new Map<string, KnownValue>([
    ...capturedNames(definition).map((name) => [name, { is: 'captured' }] as const),
    ...Object.entries(derived).map(
      ([name, { values, otherwise }]) =>
        [name, { is: 'derived', values: [...Object.values(values), otherwise] }] as const,
    ),
    ...fields.map(
      (field) => [field.name, { is: 'field', field, pattern: patterns.get(field.name) }] as const,
    ),
    [ACCESS_TOKEN, { is: 'token' }],
  ])
}

/** The names of what is kept of the service's answers. */
export function capturedNames({ auth }: Pick<CheckedDefinition, 'auth'>): string[] {
  if (auth.mode === 'api_key') return []
  const ofPeople = auth.mode === 'oauth2' ? [auth.callback_captured, auth.lookup?.captured] : []
  return [auth.captured, ...ofPeople].flatMap((some) => Object.keys(some ?? {}))
}
