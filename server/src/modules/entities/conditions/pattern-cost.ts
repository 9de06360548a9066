/**
 * What a pattern costs PostgreSQL. It walks a text in states that it makes as it meets them, each a set of places in the
 * pattern. Few states serve all characters of a text; with more than it keeps, every character makes one, which takes
 * fifty times as long: `a.{17}c` has to remember which of the last 17 characters were an "a".
 */
import { kindsOf, type OneOf } from '../../../platform/patterns/character-kinds.ts'
import { NotUnderstood, type Pattern, type Range, spelt } from '../../../platform/patterns/pattern-reader.ts'

/** Repeats are unrolled, those inside others many times. */
const MAX_PLACES = 5_000
/** PostgreSQL keeps two states for each place in a pattern. */
const keptFor = (places: number) => 2 * places + 16
/** Of all states together: what they take to make, once for each text. */
const MAX_SIZE = 5_000
/** Of our own work: so many times a place is held against a kind of character. */
const MAX_EFFORT = 100_000

interface Place {
  /** Which of the pattern's classes. */
  reads: number
  next: number
}

/** Throws if its cost is out of proportion to the text. */
export function judgeCost(pattern: Pattern): void {
  const machine = new Machine(pattern)
  const kept = keptFor(machine.places.length)
  const first = machine.set([machine.start], true)
  const known = new Map([[first.key, first]])
  let size = first.places.length
  let effort = 0
  // The map grows while it is walked.
  for (const { places, isFound } of known.values()) {
    if (isFound) continue
    effort += places.length * machine.kinds
    for (const reached of machine.after(places)) {
      if (known.has(reached.key)) continue
      known.set(reached.key, reached)
      size += reached.places.length
      if (known.size > kept || size > MAX_SIZE || effort > MAX_EFFORT)
        throw new NotUnderstood('it would take too long, since a part of it fits at many places at once')
    }
  }
}

interface PlaceSet {
  key: string
  places: readonly number[]
  /** The text fits, whatever follows. */
  isFound: boolean
}

/** All places of a pattern, and the nodes between them that read nothing. */
class Machine {
  readonly places: Place[] = []
  readonly start: number
  private readonly end: number
  /** From each node to those that need no character; some only at the start of a text. */
  private readonly free: { to: number; isAtStart: boolean }[][] = []
  private readonly placesAt: number[][] = []
  private readonly classes: OneOf[] = []
  private readonly numbers = new Map<string, number>()
  private readonly characters: ReadonlySet<number>[]

  constructor(pattern: Pattern) {
    this.start = this.node()
    this.end = this.add(pattern, this.start)
    this.characters = kindsOf(this.classes)
  }

  get kinds(): number {
    return this.characters.length
  }

  /** What can be reached without another character. */
  set(nodes: readonly number[], isAtStart: boolean): PlaceSet {
    const seen = new Set(nodes)
    for (const node of seen) {
      for (const way of this.free[node] ?? []) if (isAtStart || !way.isAtStart) seen.add(way.to)
    }
    const places = [...seen].flatMap((node) => this.placesAt[node] ?? []).toSorted((a, b) => a - b)
    return { key: places.join(), places, isFound: seen.has(this.end) }
  }

  /** The sets behind these places, one for each kind of character that makes a difference. A search may begin at any of them. */
  after(places: readonly number[]): PlaceSet[] {
    const outgoing = places.flatMap((place) => this.places[place] ?? [])
    const different = new Map<string, number[]>()
    for (const classes of this.characters) {
      const reached = outgoing.filter(({ reads }) => classes.has(reads)).map(({ next }) => next)
      different.set(reached.join(), reached)
    }
    return [...different.values()].map((reached) => this.set([this.start, ...reached], false))
  }

  /** The node behind the pattern. */
  private add(pattern: Pattern, from: number): number {
    switch (pattern.is) {
      case 'one_of': {
        if (this.places.length >= MAX_PLACES)
          throw new NotUnderstood('the repeats in this pattern multiply to too many')
        const next = this.node()
        this.placesAt[from]?.push(this.places.length)
        this.places.push({ reads: this.numberOf(pattern), next })
        return next
      }
      case 'start': {
        const next = this.node()
        this.free[from]?.push({ to: next, isAtStart: true })
        return next
      }
      case 'end':
        // Nothing is read behind it: what follows is never reached within a text.
        return this.node()
      case 'sequence':
        return pattern.parts.reduce((node, part) => this.add(part, node), from)
      case 'choice': {
        // One of several characters is a class, as PostgreSQL sees it too.
        const ranges = rangesOf(pattern)
        if (ranges) return this.add({ is: 'one_of', ranges, isOutside: false }, from)
        const next = this.node()
        for (const part of pattern.parts) this.join(this.add(part, from), next)
        return next
      }
      case 'repeat':
        return this.repeat(pattern, from)
    }
  }

  private repeat({ part, least, most }: Extract<Pattern, { is: 'repeat' }>, from: number): number {
    let node = from
    for (let i = 0; i < least; i++) node = this.add(part, node)
    if (most === Number.POSITIVE_INFINITY) {
      const around = this.node()
      this.join(node, around)
      this.join(this.add(part, around), around)
      return around
    }
    for (let i = least; i < most; i++) {
      const next = this.add(part, node)
      this.join(node, next)
      node = next
    }
    return node
  }

  /** The same for classes of the same characters. */
  private numberOf(one: OneOf): number {
    const key = spelt(one)
    const number = this.numbers.get(key) ?? this.classes.push(one) - 1
    this.numbers.set(key, number)
    return number
  }

  private join(from: number, to: number): void {
    this.free[from]?.push({ to, isAtStart: false })
  }

  private node(): number {
    this.placesAt.push([])
    return this.free.push([]) - 1
  }
}

/** Of a pattern that is a single character. */
function rangesOf(pattern: Pattern): readonly Range[] | null {
  if (pattern.is === 'sequence' && pattern.parts.length === 1 && pattern.parts[0])
    return rangesOf(pattern.parts[0])
  if (pattern.is === 'choice') {
    const ranges = pattern.parts.map(rangesOf)
    return ranges.every((some) => some !== null) ? ranges.flat() : null
  }
  return pattern.is === 'one_of' && !pattern.isOutside ? pattern.ranges : null
}
