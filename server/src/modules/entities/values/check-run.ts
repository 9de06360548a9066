import type { ValidationRow } from '../../../platform/errors.ts'
import type { Json } from '../conditions/condition.ts'
import { type Fault, TOO_MUCH } from './value-faults.ts'

export type Values = { [field: string]: Json }
type Place = readonly (string | number)[]

/** Enough to act on; a list of half a million wrong values would keep everybody waiting. */
const MAX_ROWS = 50
/** G785. Characters times size of the pattern: about 20 ms at the worst, on the thread that answers everybody. */
const MAX_STEPS = 400_000
const STEPS_OF_A_CHECK = 4

/** One walk through values: where it is, and what it found. */
export class Run {
  readonly rows: ValidationRow[] = []
  readonly path: (string | number)[]
  private steps = 0
  private isSpent = false

  constructor(place: Place) {
    this.path = [...place]
  }

  add([type, msg]: Fault): void {
    if (!this.isOver) this.rows.push({ loc: [...this.path], msg, type })
  }

  at(path: Place, fault: Fault): void {
    this.path.push(...path)
    this.add(fault)
    this.path.length -= path.length
  }

  inside(name: string | number, check: () => void): void {
    if (this.isOver || !this.mayTake(1)) return
    this.path.push(name)
    check()
    this.path.pop()
  }

  /** Whether a value fits, without a word about why not. */
  fits(check: Check, value: Json): boolean {
    const trial = new Run([])
    trial.steps = this.steps
    trial.apply(check, value)
    this.mayTake(trial.steps - this.steps)
    return trial.rows.length === 0
  }

  /** A check of the same value that a keyword asks for: there may be many of them. */
  apply(check: Check, value: Json): void {
    if (!this.isOver && this.mayTake(STEPS_OF_A_CHECK)) check(value, this)
  }

  /** Whether there is still time for so many steps; that there is none is a fault of what was sent. */
  mayTake(steps: number): boolean {
    this.steps += steps
    if (this.steps <= MAX_STEPS) return true
    if (!this.isSpent) this.add(TOO_MUCH)
    this.isSpent = true
    return false
  }

  /** Nothing more is looked at. */
  get isOver(): boolean {
    return this.isSpent || this.rows.length >= MAX_ROWS
  }
}

export type Check = (value: Json, run: Run) => void
