/** The first of them; nothing beyond is asked for. */
export async function take<T>(items: AsyncIterable<T>, count: number): Promise<T[]> {
  const taken: T[] = []
  for await (const item of items) if (taken.push(item) === count) break
  return taken
}
