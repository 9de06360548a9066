import { expect, test } from 'vitest'
import type { Json } from '../../../entity-schema.ts'
import { simpleDuration } from './duration-form.ts'

test.each<[Json, ReturnType<typeof simpleDuration>]>([
  ['PT5S', { amount: 5, unit: 'seconds' }],
  ['PT90M', { amount: 90, unit: 'minutes' }],
  ['PT2H', { amount: 2, unit: 'hours' }],
  ['P3D', { amount: 3, unit: 'days' }],
  [{ minutes: 5 }, { amount: 5, unit: 'minutes' }],
  [{ minutes: 5, seconds: 1 }, null],
  [{ weeks: 1 }, null],
  ['PT1H30M', null],
  ['${ .wait }', null],
  [{}, null],
])('%o is %o in a form', (duration, simple) => {
  expect(simpleDuration(duration)).toEqual(simple)
})
