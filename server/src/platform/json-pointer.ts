/** Returns what stands at a JSON pointer (RFC 6901); undefined when there is nothing. */
export function valueAt(value: unknown, pointer: string): unknown {
  let found = value
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    // Only own properties: a list has an own `length`, which is none of its items.
    const isThere = Array.isArray(found)
      ? /^(0|[1-9]\d*)$/.test(name)
      : typeof found === 'object' && found !== null
    if (!isThere || !Object.hasOwn(found as object, name)) return undefined
    found = Reflect.get(found as object, name)
  }
  return found
}
