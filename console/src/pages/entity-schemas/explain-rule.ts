/** A rule in words. What has no good words is shown as it is, so that no sentence claims what the rule does not. */
import {
  isObject,
  type Json,
  type Properties,
  type Property,
  propertyAt,
  type Rule,
  typesOf,
  valueAt,
} from '../../entity-schema.ts'
import { isAttribute, isForSignedIn } from './rule-form.ts'

/** A whole sentence without its full stop: who may do it, to which records. */
export function explainRule(rule: Rule, properties: Properties = {}): string {
  if (rule === false) return 'Nobody'
  if (rule === true || rule === null || rule === undefined) return 'Everyone'
  if (!isObject(rule)) return 'This is not a rule'
  if (Object.keys(rule).length === 0) return 'Everyone'
  if (isForSignedIn(rule)) return 'Everyone who is signed in'
  const people = peopleOf(rule)
  if (people) return `Only ${people}`
  const { text } = new Words(properties).all(rule)
  return text === ALWAYS ? 'Everyone who is signed in' : `Signed-in users, if ${text}`
}

/** A condition without who it is about, for a reason in a table. */
export function explainCondition(rule: { [key: string]: Json }, properties: Properties = {}): string {
  return new Words(properties).all(rule).text
}

/** A rule that only asks who the user is; null when it asks for more. */
function peopleOf(rule: { [key: string]: Json }): string | null {
  const [[key, value] = ['', null], ...others] = Object.entries(rule)
  if (others.length > 0) return null
  if (isCreator(key, value)) return 'the person who created the record'
  if (key === 'user_condition' && isObject(value)) return peopleWith(value)
  if (key !== '$or' || !Array.isArray(value) || value.length === 0) return null
  const alternatives = value.map((one) => (isObject(one) ? peopleOf(one) : null))
  const known = alternatives.filter((one) => one !== null)
  return known.length === value.length ? known.join(', or ') : null
}

function peopleWith(attributes: { [key: string]: Json }): string | null {
  const [[name, value] = ['', null], ...others] = Object.entries(attributes)
  const isPlain = typeof value === 'string' && value !== '' && !value.includes('{{')
  if (others.length > 0 || !isPlain) return null
  if (name === 'role') return `users whose role is ${quoted(value)}`
  if (name === 'email') return `the user whose email is ${quoted(value)}`
  if (name === 'id') return `the user whose id is ${quoted(value)}`
  return name.startsWith('data.') ? `users whose ${name.slice(5)} is ${quoted(value)}` : null
}

function isCreator(key: string, value: Json): boolean {
  return (
    (key === 'created_by_id' && value === '{{user.id}}') ||
    (key === 'created_by' && value === '{{user.email}}')
  )
}

const ALWAYS = 'always'

/** Words, and whether they must be put in brackets inside others. */
interface Clause {
  text: string
  isCompound: boolean
}

const simple = (text: string): Clause => ({ text, isCompound: false })

class Words {
  private readonly properties: Properties
  constructor(properties: Properties) {
    this.properties = properties
  }

  /** An object: all of its entries. */
  all(condition: Json, isInElement = false): Clause {
    if (!isObject(condition)) return asItIs(condition)
    const entries = Object.entries(condition)
    if (entries.length === 0) return simple(ALWAYS)
    return joined(
      entries.map(([key, value]) => this.entry(key, value, isInElement)),
      ' and ',
    )
  }

  private entry(key: string, value: Json, isInElement: boolean): Clause {
    if (key === '$and' || key === '$or' || key === '$nor') {
      if (!Array.isArray(value) || value.length === 0) return asItIs({ [key]: value })
      const parts = value.map((one) => this.all(one, isInElement))
      if (key !== '$nor') return joined(parts, key === '$and' ? ' and ' : ' or ')
      const none = joined(parts, ' or ')
      return simple(`it is not so that ${bracketed(none)}`)
    }
    if (key === 'user_condition' && !isInElement) return userClause(value)
    if (key.startsWith('$')) return asItIs({ [key]: value })
    if (!isInElement && isCreator(key, value)) return simple('they created the record')
    return this.onField(key, value, isInElement)
  }

  private onField(key: string, value: Json, isInElement: boolean): Clause {
    const field = this.field(key, isInElement)
    if (Array.isArray(value)) return simple(`${field.name} ${field.equal(oneOf(value), value)}`)
    if (isObject(value) && Object.keys(value).some((name) => name.startsWith('$')))
      return this.operators(field, value)
    return simple(`${field.name} ${field.equal(valueWords(value), [value])}`)
  }

  private operators(field: FieldWords, operators: { [key: string]: Json }): Clause {
    const parts = Object.entries(operators).map(([name, value]) => this.operator(field, name, value))
    if (parts.some((part) => part === null)) return asItIs({ [field.key]: operators })
    const [first = '', ...more] = parts.filter((part) => part !== null)
    return { text: [`${field.name} ${first}`, ...more].join(' and '), isCompound: more.length > 0 }
  }

  private operator(field: FieldWords, name: string, value: Json): string | null {
    switch (name) {
      case '$eq':
        return field.equal(valueWords(value), [value])
      case '$in':
        return Array.isArray(value) ? field.equal(oneOf(value), value) : null
      case '$ne':
        return field.differ(valueWords(value), [value])
      case '$nin':
        return Array.isArray(value) ? field.differ(oneOf(value), value) : null
      case '$gt':
      case '$gte':
      case '$lt':
      case '$lte':
        return field.order(name, value)
      case '$exists':
        return typeof value === 'boolean' ? (value ? 'has a value' : 'is empty') : null
      case '$all':
        if (!Array.isArray(value)) return null
        return value.length === 0 ? 'is a list' : `contains ${listed(value.map(valueWords), 'and')}`
      case '$size':
        return typeof value === 'number'
          ? `is a list of ${value === 1 ? '1 entry' : `${value} entries`}`
          : null
      case '$elemMatch':
        return this.element(value)
      default:
        return null
    }
  }

  private element(value: Json): string | null {
    if (!isObject(value)) return null
    const keys = Object.keys(value)
    const isOperators = keys.some((key) => key.startsWith('$') && !['$and', '$or', '$nor'].includes(key))
    if (!isOperators) return `is a list with an entry where ${bracketed(this.all(value, true))}`
    const entry = fieldWords('', '', false, true)
    const parts = Object.entries(value).map(([name, wanted]) => this.operator(entry, name, wanted))
    if (parts.some((part) => part === null)) return null
    return `is a list with an entry that ${parts.join(' and ')}`
  }

  private field(key: string, isInElement: boolean): FieldWords {
    if (isInElement) return fieldWords(key, key, false, true)
    const own = valueAt(OWN_WORDS, key)
    if (own) return fieldWords(key, own, key.endsWith('_date'), false)
    const path = key.startsWith('data.') ? key.slice('data.'.length) : key
    const property = propertyAt(this.properties, path)
    return fieldWords(key, path, property?.format === 'date', this.mayBeList(path, property))
  }

  /** What is not declared at all has no records; what stands inside an open object can be anything. */
  private mayBeList(path: string, property: Property | null): boolean {
    if (!property) return path.includes('.') && propertyAt(this.properties, path.split('.')[0] ?? '') !== null
    return typesOf(property)?.includes('array') ?? true
  }
}

const OWN_WORDS: Record<string, string> = {
  id: 'the id of the record',
  created_by: 'the email of its creator',
  created_by_id: 'the id of its creator',
  created_date: 'its creation',
  updated_date: 'its last change',
  is_sample: 'is_sample',
}

interface FieldWords {
  key: string
  name: string
  equal(words: string, values: readonly Json[]): string
  differ(words: string, values: readonly Json[]): string
  order(operator: '$gt' | '$gte' | '$lt' | '$lte', value: Json): string | null
}

function fieldWords(key: string, name: string, isTime: boolean, mayBeList: boolean): FieldWords {
  return {
    key,
    name,
    equal(words, values) {
      if (values.length === 0) return 'is one of no values, which never holds'
      if (!mayBeList) return `is ${words}`
      return words === 'empty' ? 'is empty or contains null' : `is or contains ${words}`
    },
    differ(words, values) {
      if (values.length === 0) return 'is anything'
      const lacking = values.some(mayBeLacking) ? ' (for those who have no such value: is not empty)' : ''
      if (!mayBeList) return `is not ${words}${lacking}`
      return words === 'empty'
        ? 'is not empty and contains no null'
        : `neither is nor contains ${words}${lacking}`
    },
    order(operator, value) {
      const entries = mayBeList ? ' (or one of its entries does)' : ''
      if (typeof value === 'number') return `is ${NUMBER_ORDER[operator]} ${value}${entries}`
      if (typeof value !== 'string') return null
      return `${(isTime ? TIME_ORDER : TEXT_ORDER)[operator]} ${valueWords(value)}${entries}`
    },
  }
}

const NUMBER_ORDER = { $gt: 'more than', $gte: 'at least', $lt: 'less than', $lte: 'at most' }
const TIME_ORDER = { $gt: 'is after', $gte: 'is at or after', $lt: 'is before', $lte: 'is at or before' }
const TEXT_ORDER = {
  $gt: 'sorts after',
  $gte: 'is, or sorts after,',
  $lt: 'sorts before',
  $lte: 'is, or sorts before,',
}

function userClause(value: Json): Clause {
  if (!isObject(value)) return asItIs({ user_condition: value })
  const entries = Object.entries(value)
  if (entries.length === 0) return simple(ALWAYS)
  return joined(
    entries.map(([name, wanted]) => {
      const attribute = attributeWords(name)
      if (!attribute || typeof wanted === 'object') return asItIs({ user_condition: { [name]: wanted } })
      if (wanted === '') return simple(`${attribute} is an empty text, which never holds`)
      return simple(`${attribute} is ${valueWords(wanted)}`)
    }),
    ' and ',
  )
}

function attributeWords(name: string): string | null {
  return isAttribute(name) ? `their ${name.replace(/^data\./, '')}` : null
}

const TEMPLATE = /\{\{\s*user\.([^{}]+?)\s*\}\}/g

/** Whether the value names something of the user that not every user has. */
function mayBeLacking(value: Json): boolean {
  return typeof value === 'string' && /\{\{\s*user\.data\./.test(value)
}

function valueWords(value: Json): string {
  if (value === null) return 'empty'
  if (typeof value === 'string') return textWords(value)
  return typeof value === 'object' ? `exactly ${JSON.stringify(value)}` : String(value)
}

function textWords(text: string): string {
  const whole = /^\{\{\s*user\.([^{}]+?)\s*\}\}$/.exec(text)
  if (whole) return attributeWords(whole[1] ?? '') ?? quoted(text)
  return quoted(text.replace(TEMPLATE, (template, name: string) => `‹${attributeWords(name) ?? template}›`))
}

function oneOf(values: readonly Json[]): string {
  const words = values.map(valueWords)
  return words.length === 1 ? (words[0] ?? '') : `one of ${listed(words, 'or')}`
}

const MOST_LISTED = 6

function listed(words: readonly string[], last: 'and' | 'or'): string {
  if (words.length <= 1) return words[0] ?? ''
  if (words.length > MOST_LISTED)
    return `${words.slice(0, MOST_LISTED - 1).join(', ')} ${last} ${words.length - MOST_LISTED + 1} others`
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}

const quoted = (text: string) => `“${text}”`

function joined(parts: readonly Clause[], word: string): Clause {
  const [first] = parts
  if (first && parts.length === 1) return first
  return { text: parts.map(bracketed).join(word), isCompound: true }
}

const bracketed = ({ text, isCompound }: Clause) => (isCompound ? `(${text})` : text)

/** For what cannot be said: the JSON itself. */
const asItIs = (condition: Json): Clause => simple(`this holds: ${JSON.stringify(condition)}`)
