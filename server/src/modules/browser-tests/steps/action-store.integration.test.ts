import { beforeAll, expect, test } from 'vitest'
import { useSharedApp } from '../../../../test/use-shared-app.ts'
import { CLICK_SAVE, makeStep } from '../test/step-scene.ts'
import { actionStore } from './action-store.ts'
import type { CachedAction } from './cached-action.ts'

const app = useSharedApp()
const now = new Date('2026-11-17T09:30:00Z')
const steps = ['s1', 's2', 's3'].map((id) => makeStep('act', { id, instruction: `Click ${id}` }))
const learned = (id: string, fields: Partial<CachedAction> = {}) => ({
  ...{ step_id: id, instruction: `Click ${id}`, action: { ...CLICK_SAVE, ...fields } },
})

beforeAll(async () => {
  const { id } = await app.make.app(await app.make.person('owner'))
  await app.sql`insert into test_flows (id, app_id, name, goal, steps, allowed_hosts, on_publish, timeout_seconds,
      created_date, updated_date)
    values ('flw_1', ${id}, 'A', 'A', '[]', '[]', false, 60, ${now}, ${now})`
})

const rows = () => app.sql`select step_id, action->>'name' as name from flow_actions order by step_id`

test('what was learned is there for the same step of the same words', async () => {
  const store = actionStore(app.atrium.db)
  await store.save('flw_1', { steps, learned: [learned('s1'), learned('s2')], now })
  expect(await store.ofSteps('flw_1', steps)).toEqual(
    new Map([
      ['s1', CLICK_SAVE],
      ['s2', CLICK_SAVE],
    ]),
  )
  const reworded = steps.map((step) => ({ ...step, instruction: `${step.instruction} now` }))
  expect(await store.ofSteps('flw_1', reworded)).toEqual(new Map())
  expect(await store.ofSteps('flw_2', steps)).toEqual(new Map())
})

test('later runs replace it, and what the test no longer has goes', async () => {
  const store = actionStore(app.atrium.db)
  await store.save('flw_1', {
    steps: steps.slice(1),
    learned: [learned('s3'), learned('s2', { name: 'New' })],
    now,
  })
  expect(await rows()).toEqual([
    { step_id: 's2', name: 'New' },
    { step_id: 's3', name: 'Save' },
  ])
})

test('nothing is kept for other steps, nor for a test that is gone', async () => {
  const store = actionStore(app.atrium.db)
  const before = await rows()
  await store.save('flw_1', { steps: [], learned: [learned('s9')], now })
  await store.save('flw_gone', { steps, learned: [learned('s1')], now })
  await store.save('flw_1', { steps, learned: [], now })
  expect(await rows()).toEqual(before)
})
