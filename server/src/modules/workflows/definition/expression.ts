/** How a text of a definition is read: as it stands, as a path from the input, or as JavaScript; pure. */

export type ReadExpression =
  | { kind: 'literal' }
  | { kind: 'path'; path: readonly (string | number)[] }
  | { kind: 'script'; code: string }

const LITERAL = { kind: 'literal' } as const
const ONE_EXPRESSION = /^\s*\$\{(.*)\}\s*$/s

/** `.name`, `["any name"]`, `['any name']` or `[0]`. */
const PART =
  /\.?\[(?:(\d{1,9})|("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|'([^'\\\p{Cc}]*)')\]|\.([\p{L}_$][\p{L}\p{N}_$]*)/uy

/** An expression is the whole of its text: `${ … }`. */
export function readExpression(text: string): ReadExpression {
  const inside = ONE_EXPRESSION.exec(text)?.[1]?.trim()
  if (inside === undefined) return LITERAL
  const path = readPath(inside)
  return path ? { kind: 'path', path } : { kind: 'script', code: inside }
}

/** Null where there is nothing: what an object inherits is not there. */
export function valueAt(path: readonly (string | number)[], value: unknown): unknown {
  let at = value
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return null
    if (Array.isArray(at) !== (typeof key === 'number') || !Object.hasOwn(at, key)) return null
    at = Reflect.get(at, key)
  }
  return at ?? null
}

/** Null when it is no path. A dot alone is the whole value. */
function readPath(text: string): (string | number)[] | null {
  if (text === '.') return []
  if (!text.startsWith('.')) return null
  const path: (string | number)[] = []
  PART.lastIndex = 0
  while (PART.lastIndex < text.length) {
    const part = PART.exec(text)
    if (!part) return null
    const [, index, quoted, single, name] = part
    if (index !== undefined) path.push(Number(index))
    else path.push(quoted !== undefined ? String(JSON.parse(quoted)) : (single ?? name ?? ''))
  }
  return path
}
