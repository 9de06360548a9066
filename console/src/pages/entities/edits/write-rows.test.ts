import { ApiError } from '@atrium/sdk'
import { expect, test } from 'vitest'
import type { EntityRecord } from '../../../queries.ts'
import { type RowWays, type Written, writeRows } from './write-rows.ts'

const go = new AbortController().signal
const change = (id: string) => ({ row: { id, city: 'Rome', updated_date: '1' }, values: { city: 'Bonn' } })
const refusal = (status: number, code: string) => new ApiError(status, new Headers(), { code, message: code })

function waysOf(answers: { [id: string]: unknown }): RowWays & { sent: string[] } {
  const sent: string[] = []
  return {
    sent,
    async send(row, values) {
      sent.push(row.id)
      const answer = answers[row.id]
      if (answer instanceof Error) throw answer
      return { ...row, ...values, updated_date: '2' }
    },
    read: async (row) => ({ ...row, ...(answers[`${row.id} read`] as EntityRecord) }),
    explain: () => 'explained',
  }
}

test('what one record is refused does not stop the others, and each says why', async () => {
  const ways = waysOf({
    b: refusal(403, 'row_rule_refused'),
    c: refusal(412, 'record_changed'),
    'c read': { city: 'Ulm', updated_date: '9' },
    d: refusal(404, 'record_not_found'),
  })
  const steps: number[] = []
  const changes = ['a', 'b', 'c', 'd', 'e', 'f'].map(change)
  const written = await writeRows(changes, ways, go, ({ saved, refused }) =>
    steps.push(saved.length + refused.length),
  )
  expect(written.saved.map(({ change: one }) => one.row.id).sort()).toEqual(['a', 'e', 'f'])
  expect(Object.fromEntries(written.refused.map(({ change: one, reason }) => [one.row.id, reason]))).toEqual({
    b: 'explained',
    c: 'Somebody changed city since; it was left alone.',
    d: 'It was deleted, or you may not see it.',
  })
  expect(steps).toEqual([1, 2, 3, 4, 5, 6])
})

test('of several fields the one that is refused is named, wherever it stands among them', async () => {
  const rows = [{ loc: ['body', 'size'], msg: 'Too large', type: 'less_than_equal' }]
  const body = { code: 'validation_error', message: '', detail: rows }
  const asked: string[] = []
  const ways = {
    ...waysOf({ a: new ApiError(422, new Headers(), body) }),
    explain: (_: unknown, field: string) => {
      asked.push(field)
      return 'Too large'
    },
  }
  const values = { city: 'Bonn', size: 9, note: 'x' }
  const { refused } = await writeRows([{ ...change('a'), values }], ways, go, () => {})
  expect(refused.map(({ reason }) => reason)).toEqual(['size: Too large'])
  expect(asked).toEqual(['size'])
})

test('once it is stopped nothing more is sent', async () => {
  const stop = new AbortController()
  const ways = waysOf({})
  const changes = Array.from({ length: 50 }, (_, n) => change(`r${n}`))
  const onStep = ({ saved }: Written) => saved.length === 3 && stop.abort()
  const { saved, unsent } = await writeRows(changes, ways, stop.signal, onStep)
  expect(saved.length + unsent.length).toBe(50)
  expect(ways.sent.length).toBe(saved.length)
  expect(saved.length).toBeLessThan(10)
})
