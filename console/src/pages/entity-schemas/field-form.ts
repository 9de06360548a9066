/** A field as its form has it, and the schema with what the form says. Keys that the form does not know are kept. */
import {
  type EntitySchema,
  type Json,
  type Property,
  type PropertyType,
  typesOf,
  valueAt,
} from '../../entity-schema.ts'

export type FormType = Exclude<PropertyType, 'null'> | 'any' | 'several'

export interface FieldForm {
  name: string
  type: FormType
  /** Whether `null` is one of its types. */
  isNullable: boolean
  isRequired: boolean
  isIndexed: boolean
  description: string
  /** One choice a line. */
  choices: string
  /** As text, by the type. */
  default: string
  format: string
  pattern: string
  minimum: string
  maximum: string
  /** What a list holds. */
  items: FormType
}

const BOUNDS: Partial<Record<FormType, readonly [low: string, high: string]>> = {
  string: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  array: ['minItems', 'maxItems'],
}

export const boundsOf = (type: FormType) => BOUNDS[type]

export function fieldFormOf(schema: EntitySchema, name: string | null): FieldForm {
  const property = (name !== null && valueAt(schema.properties, name)) || {}
  const type = name === null ? 'string' : formType(property)
  const [low = '', high = ''] = boundsOf(type) ?? []
  return {
    name: name ?? '',
    type,
    isNullable: typesOf(property)?.includes('null') === true,
    isRequired: name !== null && schema.required?.includes(name) === true,
    isIndexed: property.index === true,
    description: property.description ?? '',
    choices: (property.enum ?? [])
      .filter((choice) => choice !== null)
      .map(textOf)
      .join('\n'),
    default: property.default === undefined ? '' : textOf(property.default),
    format: property.format ?? '',
    pattern: property.pattern ?? '',
    minimum: numberText(property[low]),
    maximum: numberText(property[high]),
    items: formType(property.items ?? {}),
  }
}

function formType(property: Property): FormType {
  const types = typesOf(property)?.filter((type) => type !== 'null')
  if (!types) return 'any'
  const [only, ...others] = types
  return only === undefined || others.length > 0 ? 'several' : only
}

const numberText = (value: unknown) => (typeof value === 'number' ? String(value) : '')
const textOf = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The schema with this field, in the place it had; `before` is its name so far, null for a new one. */
export function withField(schema: EntitySchema, before: string | null, form: FieldForm): EntitySchema {
  const old = before === null ? {} : (valueAt(schema.properties, before) ?? {})
  const property = propertyOf(old, form)
  const entries = Object.entries(schema.properties ?? {})
  const properties =
    before === null
      ? [...entries, [form.name, property] as const]
      : entries.map(([name, one]) => (name === before ? ([form.name, property] as const) : [name, one]))
  const others = (schema.required ?? []).filter((name) => name !== before && name !== form.name)
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    ...requiredOf(schema, form.isRequired ? [...others, form.name] : others),
    ...(before !== null && before !== form.name && schema.indexes
      ? { indexes: schema.indexes.map((fields) => fields.map((one) => (one === before ? form.name : one))) }
      : {}),
  }
}

export function withoutField(schema: EntitySchema, name: string): EntitySchema {
  const { [name]: _, ...properties } = schema.properties ?? {}
  const indexes = schema.indexes?.filter((fields) => !fields.includes(name))
  return {
    ...schema,
    properties,
    ...requiredOf(
      schema,
      (schema.required ?? []).filter((one) => one !== name),
    ),
    ...(indexes ? { indexes } : {}),
  }
}

/** In the order of the fields; a schema that never had the key does not get an empty one. */
function requiredOf(schema: EntitySchema, required: string[]) {
  return required.length > 0 || schema.required ? { required } : {}
}

const KNOWN = [
  'type',
  'description',
  'enum',
  'default',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'items',
  'index',
]

function propertyOf(old: Property, form: FieldForm): Property {
  const kept = Object.fromEntries(Object.entries(old).filter(([key]) => !KNOWN.includes(key)))
  const choices = choicesOf(form)
  const bounds = boundsOf(form.type)
  const property: { [key: string]: unknown } = {
    ...typeKey(old, form),
    ...(form.description && { description: form.description }),
    ...(choices.length > 0 && { enum: form.isNullable ? [...choices, null] : choices }),
    ...(form.default !== '' && { default: meant(form.default, form.type) }),
    ...(form.type === 'string' && form.format && { format: form.format }),
    ...(form.type === 'string' && form.pattern && { pattern: form.pattern }),
    ...(bounds && form.minimum.trim() !== '' && { [bounds[0]]: Number(form.minimum) }),
    ...(bounds && form.maximum.trim() !== '' && { [bounds[1]]: Number(form.maximum) }),
    ...(form.type === 'array' && itemsKey(old, form)),
    ...(form.isIndexed && { index: true }),
  }
  return { ...property, ...kept }
}

function typeKey(old: Property, { type, isNullable }: FieldForm): Pick<Property, 'type'> {
  if (type === 'several') return old.type === undefined ? {} : { type: old.type }
  if (type === 'any') return {}
  return { type: isNullable ? [type, 'null'] : type }
}

/** What is declared of the entries stays, unless they become another type. */
function itemsKey(old: Property, { items }: FieldForm): Pick<Property, 'items'> {
  if (old.items && formType(old.items) === items) return { items: old.items }
  return items === 'any' || items === 'several' ? {} : { items: { type: items } }
}

function choicesOf({ choices, type }: FieldForm): Json[] {
  const lines = choices.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').map((line) => meant(line, type))
}

/** A text as the type takes it; what cannot be is left for the server to refuse, at its place. */
function meant(text: string, type: FormType): Json {
  if (type === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
