/**
 * How much an engine that goes back and tries again has to do, such as `RegExp` and browsers. It follows one run through
 * the pattern after the other; what it does for each character of a text is bounded by how many runs can be there at
 * once. `^(a+)+$` has twice as many with each "a", `^[a-z-]+[a-z]$` never more than two.
 */
import { ClassNumbers, kindsOf } from './character-kinds.ts'
import { NotUnderstood, type Pattern } from './pattern-reader.ts'

/** At one place of a text. */
export const MAX_RUNS = 8
/** Repeats are unrolled, those inside others many times. */
const MAX_PLACES = 5_000
/** Of our own work: so many times a place is held against a kind of character. */
const MAX_EFFORT = 200_000

/** Returns the most runs that any text can bring about. Throws when that is more than MAX_RUNS. */
export function judgeRuns(pattern: Pattern): number {
  const machine = new Machine(pattern)
  const first = [0]
  const known = new Map([[first.join(), first]])
  let most = 1
  let effort = 0
  // The map grows while it is walked.
  for (const nodes of known.values()) {
    const places = nodes.flatMap((node) => machine.placesFrom(node))
    effort += places.length * machine.kinds.length
    if (effort > MAX_EFFORT) throw tooMany()
    for (const kind of machine.kinds) {
      const reached = places.filter(({ reads }) => kind.has(reads)).map(({ next }) => next)
      if (reached.length > MAX_RUNS) throw tooMany()
      most = Math.max(most, reached.length)
      const key = reached.toSorted((a, b) => a - b).join()
      if (reached.length > 0 && !known.has(key)) known.set(key, reached)
    }
  }
  return most
}

function tooMany(): NotUnderstood {
  return new NotUnderstood('it would take too long, since a part of it fits a text in many ways')
}

interface Place {
  /** Which of the pattern's classes. */
  reads: number
  next: number
}

/** All places of a pattern, and the nodes between them that read nothing. The first node is 0. */
class Machine {
  readonly kinds: ReadonlySet<number>[]
  private readonly places: Place[][] = [[]]
  private readonly free: number[][] = [[]]
  private readonly numbers = new ClassNumbers()
  private readonly reachable = new Map<number, readonly Place[]>()
  private count = 0

  constructor(pattern: Pattern) {
    this.add(pattern, 0)
    this.kinds = kindsOf(this.numbers.classes)
  }

  /** Every way to a next character, also when two lead to the same place: an engine tries both. */
  placesFrom(node: number): readonly Place[] {
    const known = this.reachable.get(node)
    if (known) return known
    const places = [
      ...(this.places[node] ?? []),
      ...(this.free[node] ?? []).flatMap((to) => this.placesFrom(to)),
    ]
    if (places.length > MAX_PLACES) throw tooMany()
    this.reachable.set(node, places)
    return places
  }

  /** The node behind the pattern. */
  private add(pattern: Pattern, from: number): number {
    switch (pattern.is) {
      case 'one_of': {
        if (++this.count > MAX_PLACES)
          throw new NotUnderstood('the repeats in this pattern multiply to too many')
        const next = this.node()
        this.places[from]?.push({ reads: this.numbers.numberOf(pattern), next })
        return next
      }
      case 'start':
      case 'end':
        throw new NotUnderstood('"^" and "$" stand only at the ends')
      case 'sequence':
        return pattern.parts.reduce((node, part) => this.add(part, node), from)
      case 'choice': {
        const next = this.node()
        for (const part of pattern.parts) this.free[this.add(part, from)]?.push(next)
        return next
      }
      case 'repeat':
        return this.repeat(pattern, from)
    }
  }

  private repeat({ part, least, most }: Extract<Pattern, { is: 'repeat' }>, from: number): number {
    // An engine would go round without reading anything.
    if (mayBeEmpty(part)) throw new NotUnderstood('what is repeated must not fit an empty text')
    let node = from
    for (let i = 0; i < least; i++) node = this.add(part, node)
    const end = this.node()
    if (most === Number.POSITIVE_INFINITY) {
      const around = this.node()
      this.free[node]?.push(around)
      this.free[this.add(part, around)]?.push(around)
      this.free[around]?.push(end)
      return end
    }
    for (let i = least; i < most; i++) {
      this.free[node]?.push(end)
      node = this.add(part, node)
    }
    this.free[node]?.push(end)
    return end
  }

  private node(): number {
    this.places.push([])
    return this.free.push([]) - 1
  }
}

function mayBeEmpty(pattern: Pattern): boolean {
  switch (pattern.is) {
    case 'one_of':
      return false
    case 'start':
    case 'end':
      return true
    case 'sequence':
      return pattern.parts.every(mayBeEmpty)
    case 'choice':
      return pattern.parts.some(mayBeEmpty)
    case 'repeat':
      return pattern.least === 0 || mayBeEmpty(pattern.part)
  }
}
