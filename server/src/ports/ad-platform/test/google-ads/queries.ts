/** The part of Google's query language that the stand-in speaks, as strict as the real one about what may be asked. */

// biome-ignore lint/suspicious/noExplicitAny: rows of any shape, as they travel
export type StandInRow = Record<string, any>

export interface Query {
  select: string[]
  from: string
  where: Condition[]
  orderBy: { field: string; isDescending: boolean }[]
  limit: number
}

export interface Condition {
  field: string
  operator: string
  values: string[]
}

/** A question that is no question. */
export class QueryFault extends Error {
  readonly word: string
  constructor(word: string, message: string) {
    super(message)
    this.word = word
  }
}

export function parseQuery(text: string): Query {
  const tokens = text.match(/'(?:\\.|[^'\\])*'|[(),]|!=|>=|[=>]|[^\s,()=>!]+/g) ?? []
  let at = 0
  const next = () => tokens[at++] ?? ''
  const expect = (word: string) => {
    const token = next()
    if (token !== word) throw new QueryFault('SYNTAX_ERROR', `Expected ${word}, found ${token}.`)
  }
  const list = () => {
    const items = [next()]
    while (tokens[at] === ',') {
      at += 1
      items.push(next())
    }
    return items
  }

  expect('SELECT')
  const select = list()
  expect('FROM')
  const query: Query = { select, from: next(), where: [], orderBy: [], limit: Number.POSITIVE_INFINITY }
  if (tokens[at] === 'WHERE') {
    do {
      at += 1
      const [field, operator] = [next(), next()]
      if (operator === 'IN') {
        expect('(')
        query.where.push({ field, operator, values: list().map(plain) })
        expect(')')
      } else if (operator === 'BETWEEN') {
        const first = plain(next())
        expect('AND')
        query.where.push({ field, operator, values: [first, plain(next())] })
      } else if (['=', '!=', '>', 'LIKE'].includes(operator)) {
        query.where.push({ field, operator, values: [plain(next())] })
      } else throw new QueryFault('BAD_OPERATOR', `${operator} is no operator.`)
    } while (tokens[at] === 'AND')
  }
  if (tokens[at] === 'ORDER') {
    at += 1
    expect('BY')
    do {
      if (tokens[at] === ',') at += 1
      const field = next()
      const direction = ['ASC', 'DESC'].includes(tokens[at] ?? '') ? next() : 'ASC'
      query.orderBy.push({ field, isDescending: direction === 'DESC' })
    } while (tokens[at] === ',')
  }
  if (tokens[at] === 'LIMIT') {
    at += 1
    query.limit = Number(next())
    if (!(query.limit > 0)) throw new QueryFault('LIMIT_VALUE_TOO_LOW', 'The limit is at least 1.')
  }
  if (at < tokens.length) throw new QueryFault('SYNTAX_ERROR', `Unexpected ${tokens[at]}.`)
  return query
}

/** Which of the rows a query asks for, and of each only what it selects. */
export function answerQuery(
  query: Query,
  rows: readonly StandInRow[],
  fields: ReadonlySet<string>,
): StandInRow[] {
  const asked = [...query.select, ...query.where.map(({ field }) => field)]
  const unknown = asked.find((field) => !fields.has(field))
  if (unknown !== undefined) throw new QueryFault('UNRECOGNIZED_FIELD', `Unrecognized field: ${unknown}.`)
  const unselected = query.orderBy.find(({ field }) => !query.select.includes(field))
  if (unselected) {
    throw new QueryFault('EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE', `${unselected.field} is not selected.`)
  }
  return rows
    .filter((row) => query.where.every((condition) => holds(condition, valueAt(row, condition.field))))
    .toSorted((a, b) => compareRows(a, b, query.orderBy))
    .slice(0, query.limit)
    .map((row) => picked(row, query.select))
}

function plain(token: string): string {
  return token.startsWith("'") ? token.slice(1, -1).replaceAll(/\\(.)/g, '$1') : token
}

function valueAt(row: StandInRow, field: string): unknown {
  return camel(field)
    .split('.')
    .reduce<unknown>((value, name) => (value as StandInRow | undefined)?.[name], row)
}

function holds({ operator, values }: Condition, value: unknown): boolean {
  const [first = '', second = ''] = values
  const text = String(value ?? '')
  switch (operator) {
    case '=':
      return first === 'FALSE' ? !value : text === first
    case '!=':
      return text !== first
    case '>':
      return Number(value ?? 0) > Number(first)
    case 'IN':
      return values.includes(text)
    case 'BETWEEN':
      return text >= first && text <= second
    default:
      return likePattern(first).test(text)
  }
}

/** % and _ are wild, and stand for themselves inside brackets, as brackets do. */
function likePattern(text: string): RegExp {
  const parts = text.match(/\[[[\]%_]\]|./gs) ?? []
  const source = parts.map((part) => {
    if (part === '%') return '.*'
    if (part === '_') return '.'
    return (part.length === 3 ? part.slice(1, 2) : part).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${source.join('')}$`, 'is')
}

function compareRows(a: StandInRow, b: StandInRow, orderBy: Query['orderBy']): number {
  for (const { field, isDescending } of orderBy) {
    const [one, other] = [valueAt(a, field), valueAt(b, field)].map((value) => value ?? '')
    const isNumber = Number.isFinite(Number(one)) && Number.isFinite(Number(other))
    const difference = isNumber ? Number(one) - Number(other) : String(one) < String(other) ? -1 : 1
    if (String(one) !== String(other)) return isDescending ? -difference : difference
  }
  return 0
}

function picked(row: StandInRow, select: readonly string[]): StandInRow {
  const answer: StandInRow = {}
  for (const field of select) {
    const value = valueAt(row, field)
    // What has no value does not travel.
    if (value === undefined || value === null || value === '') continue
    const path = camel(field).split('.')
    const last = path.pop() ?? ''
    let place = answer
    for (const name of path) {
      place[name] ??= {}
      place = place[name]
    }
    place[last] = value
  }
  return answer
}

function camel(field: string): string {
  return field.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
