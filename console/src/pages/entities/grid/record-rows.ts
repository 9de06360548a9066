/** The rows of a list of which only some blocks are read, by their place in the whole. */
import type { EntityRecord } from '../../../queries.ts'

export interface RecordRows {
  /** How many there are, also those that are not read. */
  length: number
  at(place: number): EntityRecord | undefined
  /** -1 for one that is not read. */
  placeOf(id: string): number
  /** Those that are read, in their order. */
  read: readonly EntityRecord[]
}

interface Block {
  items: readonly EntityRecord[]
  next_cursor: string | null
}

/** `count` may be unknown, or older than the blocks: what the blocks say wins. */
export function rowsOf(
  blocks: ReadonlyMap<number, Block>,
  count: number | undefined,
  size: number,
): RecordRows {
  const places = new Map<string, number>()
  const inOrder = [...blocks].sort(([one], [other]) => one - other)
  let end = Number.POSITIVE_INFINITY
  let least = 0
  for (const [block, { items, next_cursor }] of inOrder) {
    for (const [place, { id }] of items.entries()) if (!places.has(id)) places.set(id, block * size + place)
    if (next_cursor === null) end = Math.min(end, block * size + items.length)
    // One more than is read, so that there is somewhere to scroll to.
    else least = Math.max(least, (block + 1) * size + 1)
  }
  return {
    length: Math.min(end, Math.max(count ?? 0, least)),
    at: (place) => blocks.get(Math.floor(place / size))?.items[place % size],
    placeOf: (id) => places.get(id) ?? -1,
    read: inOrder.flatMap(([, { items }]) => items),
  }
}

/** The numbers of the blocks that hold the rows from `first` up to, and without, `last`. */
export function blocksOf({ first, last }: { first: number; last: number }, size: number): number[] {
  const from = Math.floor(Math.max(0, first) / size)
  const to = Math.floor(Math.max(0, last - 1) / size)
  return Array.from({ length: Math.max(0, to - from) + 1 }, (_, more) => from + more)
}
