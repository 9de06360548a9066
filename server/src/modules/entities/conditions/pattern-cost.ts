/**
 * What a pattern costs PostgreSQL. It walks a text in states that it makes as it meets them, each a set of places in the
 * pattern. Few states serve all characters of a text; with more than it keeps, every character makes one, which takes
 * fifty times as long: `a.{17}c` has to remember which of the last 17 characters were an "a".
 */
import { ClassNumbers, kindsOf, type OneOf } from '../../../platform/patterns/character-kinds.ts'
import type { Range } from '../../../platform/patterns/character-ranges.ts'
import { NotUnderstood, type Pattern } from '../../../platform/patterns/pattern-reader.ts'
import type { Effort } from './effort.ts'

/** Repeats are unrolled, those inside others many times. */
const MAX_PLACES = 5_000
/** For each part of an unrolled pattern, empty ones included. */
const STEPS_OF_A_PART = 10
/** For each kind of character that leads on from a state: to list and compare what it reaches. */
const STEPS_OF_A_KIND = 8
/** PostgreSQL keeps two states for each place in a pattern. */
const keptFor = (places: number) => 2 * places + 16
/** Of all states together: what they take to make, once for each text. */
const MAX_SIZE = 5_000
/** Steps of our own work for one pattern. */
export const MAX_PATTERN_EFFORT = 100_000

interface Place {
  /** Which of the pattern's classes. */
  reads: number
  next: number
}

/** Throws if its cost is out of proportion to the text; the work of finding out is spent from the effort. */
export function judgeCost(pattern: Pattern, effort: Effort): void {
  const most = effort.spent + MAX_PATTERN_EFFORT
  const spend = (steps: number) => {
    effort.spend(steps)
    if (effort.spent > most) throw tooLong()
  }
  const machine = new Machine(pattern, spend)
  const kept = keptFor(machine.places.length)
  const first = machine.set([machine.start], true)
  const known = new Map([[first.key, first]])
  let size = first.places.length
  // The map grows while it is walked.
  for (const { places, isFound } of known.values()) {
    if (isFound) continue
    for (const reached of machine.after(places)) {
      if (known.has(reached.key)) continue
      known.set(reached.key, reached)
      size += reached.places.length
      if (known.size > kept || size > MAX_SIZE) throw tooLong()
    }
  }
}

function tooLong(): NotUnderstood {
  return new NotUnderstood('it would take too long, since a part of it fits at many places at once')
}

type Spend = (steps: number) => void

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
  private readonly numbers = new ClassNumbers()
  private readonly choices = new Map<Pattern, OneOf | null>()
  private readonly kinds: number
  /** For each class, the kinds of characters that belong to it. */
  private readonly kindsOfClass: readonly (readonly number[])[]
  private readonly spend: Spend

  constructor(pattern: Pattern, spend: Spend) {
    this.spend = spend
    this.start = this.node()
    this.end = this.add(pattern, this.start)
    const { classes } = this.numbers
    // A class by what is outside of it belongs to nearly all kinds.
    spend(classes.length * classes.filter(({ isOutside }) => isOutside).length * STEPS_OF_A_KIND)
    const kinds = kindsOf(classes)
    this.kinds = kinds.length
    const kindsOfClass: number[][] = classes.map(() => [])
    for (const [kind, holding] of kinds.entries())
      for (const number of holding) kindsOfClass[number]?.push(kind)
    this.kindsOfClass = kindsOfClass
  }

  /** What can be reached without another character. */
  set(nodes: readonly number[], isAtStart: boolean): PlaceSet {
    const seen = new Set(nodes)
    for (const node of seen) {
      for (const way of this.free[node] ?? []) if (isAtStart || !way.isAtStart) seen.add(way.to)
    }
    const places = [...seen].flatMap((node) => this.placesAt[node] ?? []).toSorted((a, b) => a - b)
    this.spend(seen.size + places.length)
    return { key: places.join(), places, isFound: seen.has(this.end) }
  }

  /** The sets behind these places, one for each kind of character that makes a difference. A search may begin at any of them. */
  after(places: readonly number[]): PlaceSet[] {
    const byKind = new Map<number, number[]>()
    for (const place of places) {
      const { reads, next } = this.places[place] as Place
      const kinds = this.kindsOfClass[reads] as readonly number[]
      this.spend(kinds.length)
      for (const kind of kinds) {
        const reached = byKind.get(kind)
        if (reached) reached.push(next)
        else byKind.set(kind, [next])
      }
    }
    this.spend(byKind.size * STEPS_OF_A_KIND)
    const different = new Map([...byKind.values()].map((reached) => [reached.join(), reached]))
    // Characters that none of the places reads.
    if (byKind.size < this.kinds) different.set('', [])
    return [...different.values()].map((reached) => this.set([this.start, ...reached], false))
  }

  /** The node behind the pattern. */
  private add(pattern: Pattern, from: number): number {
    this.spend(STEPS_OF_A_PART)
    switch (pattern.is) {
      case 'one_of': {
        if (this.places.length >= MAX_PLACES)
          throw new NotUnderstood('the repeats in this pattern multiply to too many')
        const next = this.node()
        this.placesAt[from]?.push(this.places.length)
        this.places.push({ reads: this.numbers.numberOf(pattern), next })
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
        const one = this.classOf(pattern)
        if (one) return this.add(one, from)
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

  /** Null when the choice is one of more than single characters. */
  private classOf(choice: Pattern): OneOf | null {
    const known = this.choices.get(choice)
    if (known !== undefined) return known
    const ranges = rangesOf(choice)
    const one: OneOf | null = ranges && { is: 'one_of', ranges, isOutside: false }
    this.choices.set(choice, one)
    return one
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
