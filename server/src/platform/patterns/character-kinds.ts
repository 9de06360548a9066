import { codeOf, mergedRanges } from './character-ranges.ts'
import { type Pattern, spelt } from './pattern-reader.ts'

export type OneOf = Extract<Pattern, { is: 'one_of' }>

/** Numbers the classes of a pattern; those of the same characters have the same number. */
export class ClassNumbers {
  readonly classes: OneOf[] = []
  private readonly bySpelling = new Map<string, number>()
  /** A repeated part is added hundreds of times: its class is spelt once. */
  private readonly known = new Map<OneOf, number>()

  numberOf(one: OneOf): number {
    const known = this.known.get(one)
    if (known !== undefined) return known
    const spelling = spelt(one)
    const number = this.bySpelling.get(spelling) ?? this.classes.push(one) - 1
    this.bySpelling.set(spelling, number)
    this.known.set(one, number)
    return number
  }
}

/** For each kind of character, the classes that it belongs to: characters of the same classes are one kind. */
export function kindsOf(classes: readonly OneOf[]): ReadonlySet<number>[] {
  const holding = new Set<number>()
  const changes = new Map<number, number[]>([[0, []]])
  for (const [number, { ranges, isOutside }] of classes.entries()) {
    if (isOutside) holding.add(number)
    for (const [first, last] of mergedRanges(ranges)) {
      put(changes, codeOf(first), number)
      put(changes, codeOf(last) + 1, number)
    }
  }
  const kinds = new Map<string, ReadonlySet<number>>()
  for (const [, numbers] of [...changes].sort(([a], [b]) => a - b)) {
    for (const number of numbers) if (!holding.delete(number)) holding.add(number)
    const kind = [...holding].sort((a, b) => a - b)
    kinds.set(kind.join(), new Set(kind))
  }
  return [...kinds.values()]
}

function put(changes: Map<number, number[]>, code: number, number: number): void {
  const numbers = changes.get(code)
  if (numbers) numbers.push(number)
  else changes.set(code, [number])
}
