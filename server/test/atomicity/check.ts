/** What holds for every case: its writes are there together or not at all, and nobody is notified of those that are not. */
import { expect } from 'vitest'
import type { Call, Prepare, Special, Subscriber } from './case.ts'
import type { Watched, WriteWatch } from './watch-writes.ts'
import type { World } from './world.ts'

export interface Scene {
  world: World
  watch: WriteWatch
  /** Must be among what is written, as in `audit_log insert`. */
  alsoWritten?: string
}

/** Sent after the commit on purpose: a NOTIFY inside makes transactions wait for each other at their commit. */
const SENT_AFTER_COMMIT = ['webhook_deliveries', 'realtime']

/** `job` names the one that the call runs. */
export async function checkCase(scene: Scene, given: Prepare | Special, job?: string): Promise<void> {
  const one: Omit<Special, 'why'> = typeof given === 'function' ? { prepare: given } : given
  const { prepare, steps, undo = [], copes = job !== undefined } = one
  // Only a job that has succeeded shows which of the transactions are its own and which the queue's.
  if (steps || job !== undefined) await checkSteps(scene, prepare, steps ?? ONE, undo, { job, copes })
  else await checkWhole(scene, prepare, copes)
}

/** A single unit, whatever it writes. */
const ONE = [expect.any(String)]

interface CheckOptions {
  job: string | undefined
  copes: boolean
}

/** All in one transaction, or in a single statement. */
async function checkWhole(
  { world, watch, alsoWritten = '' }: Scene,
  prepare: Prepare,
  copes: boolean,
): Promise<void> {
  const { call, subscriber } = partsOf(await prepare(world))
  const failed = await watch.during(call, { refuse: 1 })
  if (failed.wasRefused) {
    if (!copes) expect(failed.error).toMatchObject({ status: 500 })
    expect(writesOf(failed)).toEqual([])
    expect(failed.notified).toEqual([])
    if (subscriber) expect(await subscriber.heard()).toEqual([])
  }
  const done = failed.wasRefused ? await watch.during(call) : failed
  expectDone(done)
  expect(writesOf(done)).toEqual(ONE)
  expect(writesOf(done)[0]).toContain(alsoWritten)
  if (subscriber) expect(await subscriber.heard()).not.toEqual([])
}

/** Each step is whole; when one fails, those before it stay or are undone, and none follows. */
async function checkSteps(
  { world, watch }: Scene,
  prepare: Prepare,
  steps: readonly string[],
  undo: readonly string[],
  { job, copes }: CheckOptions,
): Promise<void> {
  const done = await watch.during(partsOf(await prepare(world)).call, { job })
  expectDone(done)
  expect(writesOf(done)).toEqual(steps)
  const transactions = [...done.units.keys()].filter((at) => done.units[at]?.isTransaction)
  for (const [before, at] of transactions.entries()) {
    const { call } = partsOf(await prepare(world))
    const failed = await watch.during(call, { refuse: before + 1, job })
    expect(failed.wasRefused).toBe(true)
    if (!copes) expect(failed.error).toMatchObject({ status: 500 })
    const left = writesOf(failed)
    expect(left.slice(0, at)).toEqual(writesOf(done).slice(0, at))
    expect(left.slice(at).filter((writes) => !undo.includes(writes))).toEqual([])
    if (at === 0) expect(failed.notified).toEqual([])
  }
}

function partsOf(made: Awaited<ReturnType<Prepare>>): { call: Call; subscriber?: Subscriber } {
  return typeof made === 'function' ? { call: made } : made
}

function expectDone({ error, notified }: Watched): void {
  if (error !== null) throw error
  expect(notified.filter((channel) => !SENT_AFTER_COMMIT.includes(channel))).toEqual([])
}

function writesOf({ units }: Watched): string[] {
  return units.map(({ writes }) => writes)
}
