/** The item with no more than these fields; names it does not have are passed over. */
export function onlyFields<T extends object>(item: T, fields: readonly string[]): Partial<T> {
  const wanted = new Set(fields)
  return Object.fromEntries(Object.entries(item).filter(([name]) => wanted.has(name))) as Partial<T>
}
