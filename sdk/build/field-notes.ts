/** What the contract says of a value, in words. */
export interface Schema {
  $id?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  default?: unknown
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** Its description, and then its bounds. */
export function notesOn(schema: Schema): string[] {
  const { description, minLength, maxLength, minimum, maximum, minItems, maxItems, pattern } = schema
  const bounds = [
    boundsText(minLength, maxLength, ' characters'),
    boundsText(minimum, maximum, ''),
    schema.exclusiveMinimum === undefined ? '' : `more than ${schema.exclusiveMinimum}`,
    boundsText(minItems, maxItems, ' items'),
    schema.format === 'date-time' ? 'a time in UTC, as `2026-11-15T09:30:00Z`' : '',
    schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\` when left out`,
  ].filter((note) => note !== '')
  return [
    ...(description ? [sentence(description)] : []),
    ...(bounds.length > 0 ? [sentence(capitalized(bounds.join('; ')))] : []),
    ...(pattern ? [`Pattern: \`${pattern}\``] : []),
  ]
}

/** As a comment of the declarations, indented. */
export function comment(lines: readonly string[], indent = ''): string {
  if (lines.length === 0) return ''
  const safe = lines.flatMap((line) => line.replaceAll('*/', '*\\/').split('\n'))
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

export function sentence(text: string): string {
  return /[.!?:]$/.test(text) ? text : `${text}.`
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function boundsText(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined)
    return least === most ? `exactly ${least}${unit}` : `${least} to ${most}${unit}`
  if (most !== undefined) return `at most ${most}${unit}`
  return least === undefined ? '' : `at least ${least}${unit}`
}
