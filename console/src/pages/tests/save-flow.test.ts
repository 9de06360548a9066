import { ApiError, type Flow } from '@atrium/sdk'
import { expect, test } from 'vitest'
import { draftOf, withChanges } from './flow-draft.ts'
import { saveFlow } from './save-flow.ts'

const at = (second: number) => `2026-11-16T09:30:0${second}.000Z`
const FLOW: Flow = {
  ...{ id: 'flw_1', name: 'Buy a lamp', goal: 'Buys', role: null, start_url: null, steps: [] },
  ...{ schedule: null, on_publish: false, next_run_at: null, last_run: null },
  ...{ created_date: at(0), updated_date: at(0), allowed_hosts: [], timeout_seconds: 300 },
}
const base = draftOf(FLOW)

/** A server that holds this test. */
function server(flow: Flow) {
  const sent: object[] = []
  return {
    sent,
    read: async () => flow,
    send: async (changes: object, headers: { 'if-match': string }) => {
      sent.push(changes)
      if (headers['if-match'] !== `"${flow.updated_date}"`)
        throw new ApiError(412, new Headers(), {
          code: 'flow_changed',
          message: '',
          detail: '',
          request_id: '',
        })
      return { ...flow, ...changes, updated_date: at(9) }
    },
  }
}

test('what others changed elsewhere in it stays', async () => {
  const now = server({ ...FLOW, goal: 'Theirs', updated_date: at(1) })
  const saved = await saveFlow({ draft: { ...base, name: 'Mine' }, base }, now)
  expect(saved).toMatchObject({ name: 'Mine', goal: 'Theirs' })
  expect(now.sent).toEqual([{ name: 'Mine' }, { name: 'Mine' }])
})

test('the same part is not written over', async () => {
  const now = server({ ...FLOW, name: 'Theirs', updated_date: at(1) })
  await expect(saveFlow({ draft: { ...base, name: 'Mine' }, base }, now)).rejects.toThrow()
  expect(now.sent).toHaveLength(1)
  const theirs = draftOf({ ...FLOW, name: 'Theirs', goal: 'Theirs', updated_date: at(1) })
  const kept = withChanges(theirs, { ...base, name: 'Mine' }, base)
  expect(kept).toMatchObject({ name: 'Mine', goal: 'Theirs', updated_date: at(1) })
})

test('what a lost answer has saved already is not sent again', async () => {
  const now = server({ ...FLOW, name: 'Mine', updated_date: at(1) })
  expect(await saveFlow({ draft: { ...base, name: 'Mine' }, base }, now)).toMatchObject({ name: 'Mine' })
  expect(now.sent).toHaveLength(1)
})
