/**
 * Requests with an Idempotency-Key: the first is carried out, a repeat gets its answer. An `atomic` one runs in one
 * transaction with its key, so that both are there or neither. A `leased` one reaches outside: its key is stored before,
 * its answer after, and in between a lease says that somebody carries it out.
 */
import { createHash } from 'node:crypto'
import { KEY_HOURS, type Operation } from '@atrium/contract'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/db.ts'
import { LostRace, wholeTransaction } from '../database/transaction.ts'
import { refuse } from '../errors.ts'
import { holdLease } from '../hold-lease.ts'
import type { RequestParts } from '../http/validation.ts'
import type { Identity } from '../http/visitor.ts'
import { makeId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets.ts'
import { createSlots } from '../slots.ts'
import { tolerate } from '../tolerate.ts'
import { type Found, type KeyRow, keyStore, type Moment } from './store.ts'
import { createTrimming } from './trimming.ts'

export interface KeyedRequest {
  operation: Operation
  caller: Identity
  key: string
  /** As the use case gets them, without the key. */
  parts: RequestParts
}

export interface Answer {
  body: string
  headers: Readonly<Record<string, string>>
}

/** Carries the request out on these parts, in place of the usual ones. */
export type CarryOut = (using: object) => Promise<Answer>

export interface KeyedRequests {
  answerOnce(request: KeyedRequest, carryOut: CarryOut): Promise<Answer & { isReplayed: boolean }>
  /** Waits for what is being removed. */
  settle(): Promise<void>
}

/** What let a request pass is asked again before its answer is given to a repeat. */
export interface AccessNotes {
  begin(): { using: object; passed: readonly unknown[] }
  /** Refuses, as the use case would. */
  require(caller: Identity, operation: Operation, passed: readonly unknown[]): Promise<void>
}

/** What is sealed of a request that was carried out. */
interface Kept {
  /** Null when it was too large. */
  answer: Answer | null
  passed: readonly unknown[]
}

const MAX_ANSWER_BYTES = 2 * 2 ** 20
const LEASE_SECONDS = 30
const RETRY_AFTER_SECONDS = 1

export const purposeOf = (id: string) => `idempotency ${id}`

export function createKeyedRequests(options: {
  db: Db
  clock: Clock
  log: Log
  secrets: Secrets
  accessNotes: AccessNotes
  /** Each may need a second connection for a moment, so they must never have all of them. */
  mostTransactions: number
}): KeyedRequests {
  const { db, clock, log, secrets, accessNotes, mostTransactions } = options
  const takeSlot = createSlots(mostTransactions)
  const trimming = createTrimming({ db, log })

  const answerOnce = async (request: KeyedRequest, carryOut: CarryOut) => {
    const fresh = rowOf(request, clock.now())
    const work = request.operation.idempotency === 'atomic' ? inOneTransaction : underLease
    const done = await work(fresh, carryOut)
    if ('answer' in done) return { ...done.answer, isReplayed: false }
    return { ...(await replay(request, fresh, done.found)), isReplayed: true }
  }

  async function inOneTransaction(fresh: KeyRow, carryOut: CarryOut) {
    const leave = await takeSlot('', NEVER)
    try {
      return await wholeTransaction(db, async (tx) => {
        const store = keyStore(tx)
        const moment = momentOf(fresh)
        const taken = await store.take(fresh.id, moment)
        if (!taken) throw inProgress()
        if (taken.found) return { found: taken.found }
        const notes = accessNotes.begin()
        const answer = await carryOut({ db: tx, ...notes.using })
        const row = { ...fresh, answer: seal(fresh.id, answer, notes.passed) }
        // Somebody ended between our look and the moment in which we took the key.
        if (!(await store.add(row, moment))) throw new LostRace('the key was used a moment ago')
        trimming.record(row)
        return { answer }
      })
    } finally {
      leave()
    }
  }

  async function underLease(fresh: KeyRow, carryOut: CarryOut) {
    const store = keyStore(db)
    const { id } = fresh
    const holder = makeId('hold')
    const leaseEnd = () => new Date(clock.now().getTime() + LEASE_SECONDS * 1_000)
    const claim = { ...fresh, holder, lease_until: leaseEnd() }
    if (!(await store.add(claim, momentOf(fresh)))) {
      const found = await store.find(id, momentOf(fresh))
      if (!found) throw inProgress()
      return { found }
    }
    const lease = holdLease({
      log,
      of: 'a request with a key',
      seconds: LEASE_SECONDS,
      extend: async () => (await store.extend(id, holder, leaseEnd())) || null,
      onLost: () => {},
      onNews: () => {},
    })
    try {
      const notes = accessNotes.begin()
      const answer = await carryOut(notes.using)
      const sealed = seal(id, answer, notes.passed)
      await store.finish(id, holder, sealed)
      trimming.record({ ...fresh, answer: sealed })
      return { answer }
    } catch (error) {
      // The lease ends by itself where this fails too.
      await tolerate(log, 'a request with a key was not released', store.release(id, holder), undefined)
      throw error
    } finally {
      await lease.end()
    }
  }

  async function replay(
    { caller, operation }: KeyedRequest,
    { id, fingerprint }: KeyRow,
    found: Found,
  ): Promise<Answer> {
    if (!found.fingerprint.equals(fingerprint)) throw refuse('idempotency_conflict')
    if (found.answer === null) throw inProgress()
    const { answer, passed }: Kept = JSON.parse(secrets.decrypt(purposeOf(id), found.answer))
    await accessNotes.require(caller, operation, passed)
    if (!answer) throw refuse('idempotency_conflict', { message: TOO_LARGE })
    return answer
  }

  function seal(id: string, answer: Answer, passed: readonly unknown[]): string {
    const isKept = Buffer.byteLength(answer.body) <= MAX_ANSWER_BYTES
    const kept: Kept = { answer: isKept ? answer : null, passed }
    return secrets.encrypt(purposeOf(id), JSON.stringify(kept))
  }

  return { answerOnce, settle: trimming.settle }
}

const NEVER = new AbortController().signal
const TOO_LARGE =
  'The request with this Idempotency-Key was carried out, but its answer was too large to be kept; read the result.'

function inProgress() {
  return refuse('idempotency_in_progress', { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } })
}

/** One that has not been carried out yet. */
export function rowOf({ operation, caller, key, parts }: KeyedRequest, now: Date): KeyRow {
  const space = caller.keySpaceOf(parts.params as Record<string, string>)
  return {
    id: hashText(JSON.stringify([space, key])),
    caller: hashText(space),
    fingerprint: fingerprintOf(operation, parts),
    answer: null,
    holder: null,
    lease_until: null,
    created_date: now,
  }
}

export function fingerprintOf({ name }: Operation, parts: RequestParts): Buffer {
  const { params, query, headers, body } = parts
  return createHash('sha256')
    .update(JSON.stringify([name, params, query, headers, body]))
    .digest()
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

export function oldestAt(now: Date): Date {
  return new Date(now.getTime() - KEY_HOURS * 3_600_000)
}

function momentOf({ created_date }: KeyRow): Moment {
  return { now: created_date, oldest: oldestAt(created_date) }
}
