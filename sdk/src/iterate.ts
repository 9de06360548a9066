import { type ClientOperation, takesParams } from './client-operation.ts'

/** The method of a list that comes in pages. */
export interface ListCall {
  (...args: never[]): Promise<{ next_cursor: string | null; has_more: boolean }>
  readonly operation: ClientOperation
}

/** What a page lists: the elements of its only array. */
export type ItemOf<Page> = {
  [K in keyof Page]: Page[K] extends readonly (infer Item)[] ? Item : never
}[keyof Page]

type PageOf<L extends ListCall> = Awaited<ReturnType<L>>

/** Every item of a list, page after page: `for await (const token of iterate(client.tokens.list))`. */
export async function* iterate<L extends ListCall>(
  list: L,
  ...args: Parameters<L>
): AsyncGenerator<ItemOf<PageOf<L>>, void, undefined> {
  for await (const page of pages(list, ...args)) yield* Object.values(page).find(Array.isArray) ?? []
}

/** The same, a page at a time, for callers that want its totals. */
export async function* pages<L extends ListCall>(
  list: L,
  ...args: Parameters<L>
): AsyncGenerator<PageOf<L>, void, undefined> {
  const inputAt = takesParams(list.operation) ? 1 : 0
  const next: unknown[] = [...args]
  for (;;) {
    // Only the cursor in the input changed, so these are still arguments of this list, and this is its page.
    const page = (await list(...(next as never[]))) as PageOf<L>
    yield page
    if (!page.has_more || page.next_cursor === null) return
    next[inputAt] = { ...(next[inputAt] as object | undefined), cursor: page.next_cursor }
  }
}
