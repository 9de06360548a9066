/** “title (text, required), done (boolean), due (date)” as properties of an entity. Pure. */

const TYPES: Readonly<Record<string, object>> = {
  text: { type: 'string' },
  string: { type: 'string' },
  word: { type: 'string' },
  number: { type: 'number' },
  decimal: { type: 'number' },
  float: { type: 'number' },
  price: { type: 'number' },
  money: { type: 'number' },
  integer: { type: 'integer' },
  int: { type: 'integer' },
  count: { type: 'integer' },
  boolean: { type: 'boolean' },
  bool: { type: 'boolean' },
  checkbox: { type: 'boolean' },
  'yes/no': { type: 'boolean' },
  'true/false': { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  'date-time': { type: 'string', format: 'date-time' },
  'date and time': { type: 'string', format: 'date-time' },
  timestamp: { type: 'string', format: 'date-time' },
  time: { type: 'string', format: 'time' },
  duration: { type: 'string', format: 'duration' },
  email: { type: 'string', format: 'email' },
  url: { type: 'string', format: 'uri' },
  uri: { type: 'string', format: 'uri' },
  link: { type: 'string', format: 'uri' },
  uuid: { type: 'string', format: 'uuid' },
  image: { type: 'string', format: 'image' },
  file: { type: 'string', format: 'file' },
  phone: { type: 'string', format: 'phone' },
  markdown: { type: 'string', format: 'markdown' },
  list: { type: 'array', items: { type: 'string' } },
  array: { type: 'array', items: { type: 'string' } },
  tags: { type: 'array', items: { type: 'string' } },
  object: { type: 'object' },
  json: { type: 'object' },
}
const MOST_FIELDS = 100
const NAME = /^[\p{L}_][\p{L}\p{N}_ -]{0,127}$/u

export interface Fields {
  properties: Record<string, object>
  required: string[]
}

/** Null when one of them cannot be read. */
export function readFields(text: string): Fields | null {
  const parts = splitFields(text)
  if (parts.length === 0 || parts.length > MOST_FIELDS) return null
  const required: string[] = []
  const properties: [string, object][] = []
  for (const part of parts) {
    const field = readField(part)
    if (field === null || properties.some(([name]) => name === field.name)) return null
    properties.push([field.name, field.type])
    if (field.isRequired) required.push(field.name)
  }
  return { properties: Object.fromEntries(properties), required }
}

export const isEntityName = (name: string) => /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name)

/** At commas and the word “and”, but not inside of brackets. */
function splitFields(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    const letter = text[at]
    if (letter === '(' || letter === '[') depth++
    else if (letter === ')' || letter === ']') depth = Math.max(0, depth - 1)
    const isEnd = at === text.length
    const isAnd = depth === 0 && letter === ' ' && text.startsWith(' and ', at)
    if (!isEnd && !isAnd && !(depth === 0 && (letter === ',' || letter === ';'))) continue
    parts.push(text.slice(start, at))
    start = isAnd ? at + 5 : at + 1
    if (isAnd) at += 4
  }
  return parts.map((part) => part.trim().replace(/^and /, '')).filter((part) => part !== '')
}

function readField(text: string): { name: string; type: object; isRequired: boolean } | null {
  const [, before = '', inside] = /^([^()[\]:]+)(?:\s?[([]([^()[\]]*)[)\]]|:([^()[\]]*))?$/.exec(text) ?? []
  const typed = inside ?? text.slice(before.length).replace(/^:/, '')
  const name = before.trim().replaceAll(/ +/g, '_')
  if (!NAME.test(name) || name.startsWith('$')) return null
  const words = typed.split(/[,|]/).map((word) => word.trim())
  const isRequired = words.some((word) => /^(?:required|mandatory)$/i.test(word))
  const type = readType(
    words.filter((word) => word !== '' && !/^(?:required|mandatory|optional)$/i.test(word)),
  )
  return type && { name, type, isRequired }
}

function readType(words: readonly string[]): object | null {
  const [first = 'text'] = words
  const key = first.toLowerCase()
  if (words.length <= 1) {
    const single = TYPES[key]
    if (single !== undefined && Object.hasOwn(TYPES, key)) return single
    const [, items] = /^(?:list|array) of (\w+?)s?$/.exec(key) ?? []
    const itemType = items !== undefined && Object.hasOwn(TYPES, items) ? TYPES[items] : undefined
    return itemType ? { type: 'array', items: itemType } : null
  }
  const values = [first.replace(/^(?:one of|enum|either):? /i, ''), ...words.slice(1)].map((word) =>
    word.replace(/^or /, ''),
  )
  return new Set(values).size === values.length ? { type: 'string', enum: values } : null
}
