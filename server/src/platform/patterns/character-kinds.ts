import { codeOf, type Pattern } from './pattern-reader.ts'

export type OneOf = Extract<Pattern, { is: 'one_of' }>

/** For each kind of character, the classes that it belongs to: characters of the same classes are one kind. */
export function kindsOf(classes: readonly OneOf[]): ReadonlySet<number>[] {
  const bounds = classes.flatMap(({ ranges }) =>
    ranges.flatMap(([first, last]) => [codeOf(first), codeOf(last) + 1]),
  )
  const kinds = new Map<string, ReadonlySet<number>>()
  for (const code of new Set([0, ...bounds])) {
    const holding = [...classes.keys()].filter((number) => isIn(classes[number] as OneOf, code))
    kinds.set(holding.join(), new Set(holding))
  }
  return [...kinds.values()]
}

export function isIn({ ranges, isOutside }: OneOf, code: number): boolean {
  return ranges.some(([first, last]) => codeOf(first) <= code && code <= codeOf(last)) !== isOutside
}
