/** Faults that are raised, and what is tried again after one. */
import { readDuration } from './duration.ts'
import { type Check, isObject } from './findings.ts'
import {
  anyObject,
  duration,
  expression,
  integer,
  object,
  orExpression,
  shown,
  text,
} from './value-checks.ts'

export const MAX_TRIES = 20

const status = integer(100, 599)
const sentence = orExpression(text({ most: 1_000 }))
const uri = text({ most: 500 })

const fault = object({ type: uri, status, title: sentence, detail: sentence, instance: sentence }, [
  'type',
  'status',
])

/** Which faults are caught. */
export const caughtErrors = object({
  with: object({ type: uri, status, title: text({ most: 1_000 }) }),
})

const KINDS_OF_BACKOFF = ['constant', 'linear', 'exponential']
const backoff: Check = (value, place, findings) => {
  object(Object.fromEntries(KINDS_OF_BACKOFF.map((kind) => [kind, anyObject])))(value, place, findings)
  if (isObject(value) && Object.keys(value).length !== 1)
    findings.wrong(place, 'name one of constant, linear and exponential, such as {"exponential": {}}')
}

const jitter: Check = (value, place, findings) => {
  object({ from: duration(0), to: duration(0) }, ['from', 'to'])(value, place, findings)
  const [from, to] = isObject(value) ? [readDuration(value.from), readDuration(value.to)] : []
  if (from != null && to != null && from > to) findings.wrong(place, '"from" is longer than "to"')
}

const policy = object({
  delay: duration(0),
  backoff,
  limit: object({
    attempt: object({ count: integer(1, MAX_TRIES), duration: duration(1) }),
    duration: duration(1),
  }),
  jitter,
  when: expression,
  exceptWhen: expression,
})

export const usedErrors = fault
export const usedRetries = policy

/** A fault, or the name of one in `use.errors`. */
export const raised: Check = (value, place, findings) => {
  if (typeof value !== 'string') return fault(value, place, findings)
  if (!findings.errors.has(value)) findings.wrong(place, `there is no "${shown(value)}" in use.errors`)
}

/** A policy, or the name of one in `use.retries`. */
export const retry: Check = (value, place, findings) => {
  if (typeof value !== 'string') return policy(value, place, findings)
  if (!findings.retries.has(value)) findings.wrong(place, `there is no "${shown(value)}" in use.retries`)
}
