/** What rules speak of: fields, values, attributes of users. Only to know what to try them with; nothing is decided here. */
import type { Json } from './rule-engine.ts'

export interface RuleTerms {
  /** By the name in the rule: `data.x.y`, or a field that every record has. */
  fields: Map<string, Compared>
  /** Values that attributes of the user are held against: `role`, `email`, `id`, `data.x`. */
  wanted: Map<string, Set<Json>>
  /** Attributes that stand in templates. */
  templates: Set<string>
}

/** What a field is held against. */
export interface Compared {
  values: Json[]
  bounds: (string | number)[]
  /** Elements that a list is asked for, and lengths of it. */
  elements: Json[]
  sizes: number[]
}

/** A rule has at most 200 comparisons, 8 deep; what is stored from before that was so is passed over from here on. */
const MAX_PARTS = 5_000

export function termsOf(rules: readonly unknown[]): RuleTerms {
  const terms: RuleTerms = { fields: new Map(), wanted: new Map(), templates: new Set() }
  let parts = 0
  for (const rule of rules) walk(rule)
  return terms

  function walk(rule: unknown): void {
    if (++parts > MAX_PARTS || !isObject(rule)) return
    for (const [key, value] of Object.entries(rule)) {
      if (key === '$and' || key === '$or' || key === '$nor') listOf(value).forEach(walk)
      else if (key === 'user_condition') user(value)
      else if (!key.startsWith('$')) compare(key, value)
    }
  }

  function user(condition: unknown): void {
    if (!isObject(condition)) return
    for (const [attribute, value] of Object.entries(condition)) {
      const wanted = terms.wanted.get(attribute) ?? new Set()
      terms.wanted.set(attribute, wanted.add(value as Json))
      add(value)
    }
  }

  function compare(name: string, value: unknown): void {
    const compared = terms.fields.get(name) ?? { values: [], bounds: [], elements: [], sizes: [] }
    terms.fields.set(name, compared)
    add(value)
    if (Array.isArray(value)) compared.values.push(...(value as Json[]))
    else if (isObject(value) && Object.keys(value).some((key) => key.startsWith('$')))
      operators(compared, value)
    else compared.values.push(value as Json)
  }

  function operators(compared: Compared, value: Record<string, unknown>): void {
    for (const [name, operand] of Object.entries(value)) {
      if (name === '$eq' || name === '$ne') compared.values.push(operand as Json)
      else if (name === '$in' || name === '$nin') compared.values.push(...(listOf(operand) as Json[]))
      else if (name === '$all') compared.elements.push(...(listOf(operand) as Json[]))
      else if (name === '$size') compared.sizes.push(Number(operand))
      else if (name === '$elemMatch') compared.elements.push(...elementsFor(operand))
      else if (typeof operand === 'string' || typeof operand === 'number') compared.bounds.push(operand)
    }
  }

  function add(value: unknown): void {
    for (const [, attribute] of JSON.stringify(value ?? null).matchAll(TEMPLATE))
      terms.templates.add(String(attribute))
  }
}

const TEMPLATE = /\{\{\s*user\.([^{}]+?)\s*\}\}/g

/** The text as it is for this user; what the user lacks is left empty. */
export function expanded(value: Json, attribute: (name: string) => Json | undefined): Json {
  if (typeof value === 'string')
    return value.replace(TEMPLATE, (_, name: string) => String(attribute(name) ?? ''))
  if (Array.isArray(value)) return value.map((one) => expanded(one, attribute))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, expanded(one as Json, attribute)]),
  )
}

export function hasTemplate(value: Json): boolean {
  return JSON.stringify(value).includes('{{')
}

/** An element that could be the one a list is searched for. */
function elementsFor(condition: unknown): Json[] {
  if (!isObject(condition)) return []
  const inside = termsOf([{ element: condition }]).fields.get('element')
  if (inside && Object.keys(condition).some((key) => key.startsWith('$') && !LISTS.has(key)))
    return [...inside.values, ...inside.bounds]
  const element: Record<string, Json> = {}
  for (const [name, { values, bounds }] of termsOf([condition]).fields) {
    const [first] = [...values, ...bounds]
    if (first !== undefined) element[name] = first
  }
  return [element]
}

const LISTS = new Set(['$and', '$or', '$nor'])

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
