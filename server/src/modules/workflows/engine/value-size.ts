/** What is nested deeper than this can be read by nobody, and would cost the database a stack. */
export const DEEPEST = 64

/**
 * Returns how many bytes a value has as JSON, without writing it. Infinity as soon as it is certain to have more than
 * `most`, or is nested too deep: a value can stand in itself a thousand times by one reference.
 */
export function jsonSize(value: unknown, most: number, depth = 0): number {
  if (typeof value === 'string') {
    return value.length > most ? Number.POSITIVE_INFINITY : Buffer.byteLength(JSON.stringify(value))
  }
  if (typeof value !== 'object' || value === null) return String(value).length
  if (depth === DEEPEST) return Number.POSITIVE_INFINITY
  let size = 2
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) size += jsonSize(key, most) + 1
    size += 1 + jsonSize(inner, most - size, depth + 1)
    if (size > most) return Number.POSITIVE_INFINITY
  }
  return size
}
