/** Looks into JSON that anybody may have written: what is not there, or of another type, reads as nothing. */

/** The field of an object, where it has one of its own. */
export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : []
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What stands there, or what it refers to inside of the document; nothing where that leads in a circle or outside. */
export function resolved(document: unknown, value: unknown): unknown {
  let found = value
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const reference = fieldOf(found, '$ref')
    if (reference === undefined) return found
    found = target(document, textOf(reference))
  }
  return undefined
}

const MOST_STEPS = 8
/** Longer ones name nothing that exists, and would cost their length for each use. */
const LONGEST = 500

function target(document: unknown, reference: string): unknown {
  if (!reference.startsWith('#/') || reference.length > LONGEST) return undefined
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((inside, name) => fieldOf(inside, unescaped(name)), document)
}

/** RFC 6901. */
function unescaped(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~')
}
