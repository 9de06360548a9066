/** Fields of what others wrote, bounded: anything else than expected is nothing. */
type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

export function textOf(value: unknown, most: number): string {
  if (typeof value !== 'string') return ''
  return value
    .slice(0, most)
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim()
}

export function listOf(value: unknown, most: number): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, most) : []
}

/** Those that have the form, each once. */
export function textsOf(value: unknown, form: RegExp, most: number): string[] {
  const texts = listOf(value, most).filter((one): one is string => typeof one === 'string' && form.test(one))
  return [...new Set(texts)]
}

export function scoreOf(value: unknown): number | null {
  return typeof value === 'number' && value > 0 && value <= 10 ? value : null
}

export const CWE = /^CWE-\d{1,5}$/
export const WEB_ADDRESS = /^https?:\/\/[^\s<>"']{1,500}$/
