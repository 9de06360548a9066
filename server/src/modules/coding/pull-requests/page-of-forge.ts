import type { Cursors, Page } from '../../../platform/paging.ts'
import type { PageOf, PageWish } from '../../../ports/git-forge/port.ts'

/** A page of what a forge lists; its own position travels in our cursor. */
export async function pageOfForge<Item, Shown>(
  cursors: Cursors,
  list: string,
  { limit = 50, cursor }: { limit?: number | undefined; cursor?: string | undefined },
  read: (wish: PageWish) => Promise<PageOf<Item>>,
  present: (item: Item) => Shown,
): Promise<Page<Shown>> {
  const [after = null] = cursors.read(list, cursor) ?? []
  const { items, next } = await read({ limit, after: after === null ? null : String(after) })
  return {
    items: items.map(present),
    next_cursor: next === null ? null : cursors.write(list, [next]),
    has_more: next !== null,
  }
}
