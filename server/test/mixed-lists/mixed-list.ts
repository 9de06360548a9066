/** One bad item among good ones: what the list is, what the operation makes of it, and how that is checked. */
import { expect } from 'vitest'

export interface Scene<Item> {
  /** At least four that are accepted together. */
  good: Item[]
  bad: Item
  send(items: Item[]): Promise<unknown>
  /** What there is, which the good items change. */
  stored(): Promise<unknown[]>
  /** What one item adds to `stored`. Only where each item counts on its own. */
  adds?(item: Item): unknown[]
}

export interface MixedList<Item = never> {
  /** A name of `contractLists`, or what else holds several of something. */
  list: string
  /** Why the bad item is refused. */
  why: string
  arrange(): Promise<Scene<Item>>
  /** All or nothing: the refusal, by the place that it names. */
  refusal?(at: number, bad: Item): object
  /** Each on its own: the part of the answer that tells of the bad one. */
  report?(at: number, bad: Item): object
  /** Nothing is written, whatever is sent. */
  onlyReads?: true
}

/** Items of one type go in and come out of a scene; the table itself does not look at them. */
export function mixed<Item>(of: MixedList<Item>): MixedList {
  return of as unknown as MixedList
}

const placesIn = (good: readonly unknown[]) => [0, Math.floor(good.length / 2), good.length]

/** Nothing of any item is written, and without the bad one everything is. */
export async function expectAllOrNothing({ arrange, refusal, onlyReads }: MixedList): Promise<void> {
  const { good, bad, send, stored } = await arrange()
  const before = await stored()
  for (const place of placesIn(good)) {
    const items = good.toSpliced(place, 0, bad)
    await expect(send(items), `at ${place}`).rejects.toMatchObject(
      refusal?.(namedPlace(items, place), bad) ?? {},
    )
    expect(await stored(), `at ${place}`).toEqual(before)
  }
  await send(good)
  if (!onlyReads) expect(await stored()).not.toEqual(before)
}

/** All others are written, and of the bad one there is a report. */
export async function expectEachOnItsOwn({ arrange, report }: MixedList): Promise<void> {
  const { length } = (await arrange()).good
  for (const place of placesIn(Array.from({ length }))) {
    const { good, bad, send, stored, adds = () => [] } = await arrange()
    const before = await stored()
    const items = good.toSpliced(place, 0, bad)
    expect(await send(items), `at ${place}`).toMatchObject(report?.(namedPlace(items, place), bad) ?? {})
    const after = [...before, ...good.flatMap(adds)]
    expect(sorted(await stored()), `at ${place}`).toEqual(sorted(after))
  }
}

/** Of two that are the same, the later one is bad. */
function namedPlace(items: readonly unknown[], place: number): number {
  const key = JSON.stringify(items[place])
  return items.findLastIndex((item) => JSON.stringify(item) === key)
}

function sorted(values: readonly unknown[]): string[] {
  return values.map((value) => JSON.stringify(value)).sort()
}
