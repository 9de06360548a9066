/** How a test did, from its runs; pure. */
import type { TestRunRow } from '../tables.ts'

/** A run that has ended, as far as statistics go. */
export interface EndedRun extends Pick<TestRunRow, 'status' | 'app_revision' | 'start_url'> {
  /** As UTC has it: 2026-11-17. */
  day: string
  flow_version: string
  duration_ms: number | null
}

interface Tally {
  passed: number
  failed: number
  other: number
  median_ms: number | null
}

export interface FlowStats extends Tally {
  runs: number
  flips: number
  flake_rate: number
  days: (Tally & { day: string })[]
}

/** Of runs in their order, oldest first. */
export function statsOf(runs: readonly EndedRun[]): FlowStats {
  const days = Map.groupBy(runs, ({ day }) => day)
  return {
    runs: runs.length,
    ...tallyOf(runs),
    ...flipsOf(runs.filter(hasVerdict)),
    days: [...days].map(([day, ofDay]) => ({ day, ...tallyOf(ofDay) })),
  }
}

function hasVerdict({ status }: EndedRun): boolean {
  return status === 'passed' || status === 'failed'
}

function tallyOf(runs: readonly EndedRun[]): Tally {
  const count = (status: EndedRun['status']) => runs.filter((run) => run.status === status).length
  const [passed, failed] = [count('passed'), count('failed')]
  // A run that was cut short says nothing about how long the test takes.
  const times = runs.filter(hasVerdict).flatMap(({ duration_ms }) => duration_ms ?? [])
  return { passed, failed, other: runs.length - passed - failed, median_ms: medianOf(times) }
}

/** Of two runs that follow each other and could only have gone alike. */
function flipsOf(runs: readonly EndedRun[]): { flips: number; flake_rate: number } {
  const pairs = runs.slice(1).flatMap((run, at) => {
    const before = runs[at]
    return before && isSameTest(before, run) ? [before.status !== run.status] : []
  })
  const flips = pairs.filter((isFlip) => isFlip).length
  const rate = pairs.length === 0 ? 0 : flips / pairs.length
  return { flips, flake_rate: Math.round(rate * 1000) / 1000 }
}

/** Neither the test nor the app changed; of runs that came with an archive nobody knows whether the app did. */
function isSameTest(a: EndedRun, b: EndedRun): boolean {
  return (
    a.flow_version === b.flow_version &&
    a.start_url === b.start_url &&
    a.app_revision !== null &&
    a.app_revision === b.app_revision
  )
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2)
}
