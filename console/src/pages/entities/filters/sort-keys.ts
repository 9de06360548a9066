/** An order by several fields, as the address and the API have it: `status,-due`. */

export interface SortKey {
  name: string
  isDescending: boolean
}

export const MOST_SORT_KEYS = 4

/** A name may hold commas and begin with a sign: what is a field as it stands is taken as it is. */
export function sortKeysOf(sort: string, fields: readonly string[]): SortKey[] {
  const isField = (name: string) => fields.includes(name)
  const pieces = sort.split(',')
  const keys: SortKey[] = []
  for (let at = 0; at < pieces.length; ) {
    const lengths = Array.from({ length: pieces.length - at }, (_, more) => more + 1)
    const texts = lengths.map((length) => pieces.slice(at, at + length).join(','))
    const found = texts.findIndex((text) => isField(text.trim().replace(/^[-+]/, '')) || isField(text.trim()))
    const text = (texts[Math.max(found, 0)] ?? '').trim()
    const bare = text.replace(/^[-+]/, '')
    const isWhole = !isField(bare) && isField(text)
    if (text !== '')
      keys.push({ name: isWhole ? text : bare, isDescending: !isWhole && text.startsWith('-') })
    at += Math.max(found, 0) + 1
  }
  return keys
}

export function sortText(keys: readonly SortKey[]): string {
  return keys.map(({ name, isDescending }) => `${isDescending ? '-' : ''}${name}`).join(',')
}

/** By this field alone; a second time the other way round. */
export function sortedBy(keys: readonly SortKey[], name: string): SortKey[] {
  const [only, ...others] = keys
  const isAscending = others.length === 0 && only?.name === name && !only.isDescending
  return [{ name, isDescending: isAscending }]
}

/** Also by this field: ascending, then descending, then not any more. The last one stays. */
export function alsoSortedBy(keys: readonly SortKey[], name: string): readonly SortKey[] {
  const mine = keys.find((key) => key.name === name)
  if (!mine) return [...keys, { name, isDescending: false }]
  if (!mine.isDescending) return keys.map((key) => (key === mine ? { ...mine, isDescending: true } : key))
  return keys.length > 1 ? keys.filter((key) => key !== mine) : [{ name, isDescending: false }]
}
