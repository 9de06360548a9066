import { type Property, typesOf } from '../../entity-schema.ts'
import type { FormType } from './field-form.ts'

export const TYPE_LABELS: Record<FormType, string> = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  array: 'List',
  object: 'Object',
  any: 'Anything',
  several: 'Several types',
}

/** The types of a field in words. */
export function typeWords(property: Property): string {
  const types = typesOf(property)
  if (!types) return TYPE_LABELS.any
  const [first = 'any', ...others] = types.filter((type) => type !== 'null')
  const words = [first, ...others].map((type) => TYPE_LABELS[type as FormType] ?? type)
  const inside = first === 'array' && property.items?.type ? ` of ${itemWords(property.items)}` : ''
  return `${words.join(' or ').replace(/(?<=.)[A-Z]/g, (letter) => letter.toLowerCase())}${inside}${types.includes('null') ? ', or empty' : ''}`
}

const PLURALS: Partial<Record<string, string>> = {
  string: 'texts',
  number: 'numbers',
  integer: 'whole numbers',
  object: 'objects',
  array: 'lists',
  boolean: 'yes or no',
}

const itemWords = (items: Property) => PLURALS[typesOf(items)?.[0] ?? ''] ?? 'values'

/** What else a field asks of its values. */
export function describeField(property: Property): string[] {
  const {
    enum: choices,
    format,
    pattern,
    minLength,
    maxLength,
    minimum,
    maximum,
    minItems,
    maxItems,
  } = property
  const inner = Object.keys(property.properties ?? {})
  return [
    choices && `One of ${choices.map((choice) => (choice === null ? 'empty' : String(choice))).join(', ')}`,
    property.default !== undefined && `Default ${show(property.default)}`,
    format && `Format ${format}`,
    pattern && `Pattern ${pattern}`,
    range(minLength, maxLength, 'characters'),
    range(minimum, maximum, ''),
    range(minItems, maxItems, 'entries'),
    inner.length > 0 && `With ${inner.join(', ')}`,
  ].filter((words) => typeof words === 'string')
}

const show = (value: unknown) => (typeof value === 'string' ? `“${value}”` : JSON.stringify(value))

function range(low: number | undefined, high: number | undefined, noun: string): string | false {
  const unit = noun && ` ${noun}`
  if (low !== undefined && high !== undefined) return `${low} to ${high}${unit}`
  if (low !== undefined) return `At least ${low}${unit}`
  return high !== undefined && `At most ${high}${unit}`
}
