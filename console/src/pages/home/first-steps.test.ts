import { expect, test } from 'vitest'
import { firstSteps } from './first-steps.ts'

const NOTHING = { schemas: {}, records: 0, webhooks: 0, people: 0 }
const done = (state: object) =>
  firstSteps('ws_1', 'app_1', { ...NOTHING, ...state }).flatMap(({ id, isDone }) => (isDone ? [id] : []))

test.each([
  ['nothing is there', {}, []],
  ['an entity without rules', { schemas: { Task: {} } }, ['entity']],
  ['rules that say nothing', { schemas: { Task: { rls: {} } } }, ['entity']],
  ['rules', { schemas: { Task: { rls: { read: true } } } }, ['entity', 'rules']],
  ['records', { schemas: { Task: {} }, records: 1 }, ['entity', 'call']],
  ['a webhook and people', { webhooks: 1, people: 2 }, ['webhook', 'people']],
])('%s', (_, state, steps) => {
  expect(done(state)).toEqual(steps)
})

test('a step leads to the entity that is there', () => {
  const ways = firstSteps('ws_1', 'app_1', { ...NOTHING, schemas: { Task: {} } }).map(({ to }) => to)
  expect(ways).toContain('/w/ws_1/apps/app_1/entity-schemas/Task/rls')
  expect(ways).toContain('/w/ws_1/apps/app_1/entities/Task')
})
