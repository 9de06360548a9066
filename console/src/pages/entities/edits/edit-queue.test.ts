import { ApiError, ConnectionError } from '@atrium/sdk'
import { describe, expect, test } from 'vitest'
import type { EntityRecord } from '../../../queries.ts'
import { type CellEdit, createEditQueue, withEdits } from './edit-queue.ts'

const refusal = (status: number, code: string) => new ApiError(status, new Headers(), { code, message: code })

/** A server that holds records by version, and can be out of reach. */
function start(...records: EntityRecord[]) {
  const stored = new Map(records.map((record) => [record.id, record]))
  const saved: CellEdit[] = []
  const sent: string[] = []
  const server = { isUp: true }
  const reach = (id: string) => {
    if (!server.isUp) throw new ConnectionError('here', 'offline', null)
    const record = stored.get(id)
    if (!record) throw refusal(404, 'record_not_found')
    return record
  }
  const change = (id: string, values: object) => {
    const next = { ...reach(id), ...values, updated_date: `${Number(stored.get(id)?.updated_date) + 1}` }
    stored.set(id, next)
    return next
  }
  const queue = createEditQueue({
    async send({ row: { id } }, values, version) {
      sent.push(`${id} ${version}`)
      if (reach(id).updated_date !== version) throw refusal(412, 'record_changed')
      if (Object.values(values).includes('refused')) throw refusal(403, 'field_rule_refused')
      return change(id, values)
    },
    read: async ({ row }) => reach(row.id),
    explain: (error) => (error instanceof Error ? error.message : ''),
    onSaved: (edit) => saved.push(edit),
  })
  return { queue, stored, saved, sent, server, change }
}

const ada: EntityRecord = { id: 'a', updated_date: '1', name: 'Ada', city: 'London' }
const edit = (value: string, more: Partial<CellEdit> = {}): CellEdit => ({
  row: ada,
  field: 'name',
  value,
  text: value,
  ...more,
})

describe('an edit', () => {
  test('is shown while it is on its way, then saved', async () => {
    const { queue, stored, saved } = start(ada)
    queue.save(edit('Grace'))
    expect(withEdits(ada, queue.all())).toMatchObject({ name: 'Grace' })
    await queue.settled()
    expect(queue.all().size).toBe(0)
    expect(stored.get('a')).toMatchObject({ name: 'Grace', updated_date: '2' })
    expect(saved).toHaveLength(1)
  })

  test('of the next cell goes on from the version that the last one made, without asking', async () => {
    const { queue, stored, sent } = start(ada)
    queue.save(edit('Grace'))
    queue.save(edit('Paris', { field: 'city' }))
    await queue.settled()
    expect(stored.get('a')).toMatchObject({ name: 'Grace', city: 'Paris' })
    expect(sent).toEqual(['a 1', 'a 2'])
  })

  test('of a third cell goes on from the version of the second, also after one that was refused', async () => {
    const { queue, stored, sent } = start({ ...ada, note: '' })
    queue.save(edit('Grace'))
    queue.save(edit('Paris', { field: 'city' }))
    queue.save(edit('refused', { field: 'born' }))
    queue.save(edit('Last', { field: 'note' }))
    await queue.settled()
    expect(stored.get('a')).toMatchObject({ name: 'Grace', city: 'Paris', note: 'Last' })
    expect(sent).toEqual(['a 1', 'a 2', 'a 3', 'a 3'])
  })

  test('of other records stays when all of one are given up', async () => {
    const { queue, server } = start(ada)
    server.isUp = false
    const bob = { ...ada, id: 'b' }
    for (const one of [edit('Grace'), edit('Paris', { field: 'city' }), edit('Bob', { row: bob })])
      queue.save(one)
    await queue.settled()
    queue.dropAll('a')
    expect([...queue.all().keys()]).toEqual(['b name'])
  })

  test('leaves what somebody changed in another field', async () => {
    const { queue, stored, change } = start(ada)
    change('a', { city: 'Rome' })
    queue.save(edit('Grace'))
    await queue.settled()
    expect(stored.get('a')).toMatchObject({ name: 'Grace', city: 'Rome' })
  })

  test('of a field that somebody changed waits for a choice, and keeps both', async () => {
    const { queue, stored, change } = start(ada)
    change('a', { name: 'Theirs' })
    queue.save(edit('Mine'))
    await queue.settled()
    const held = queue.heldAt('a', 'name')
    expect(held).toMatchObject({ at: 'changed', edit: { value: 'Mine' }, theirs: { name: 'Theirs' } })
    expect(stored.get('a')).toMatchObject({ name: 'Theirs' })
    expect(withEdits(ada, queue.all())).toBe(ada)
    if (held?.at === 'changed') queue.save({ ...held.edit, row: held.theirs })
    await queue.settled()
    expect(stored.get('a')).toMatchObject({ name: 'Mine' })
  })

  test('that was refused is taken back, and what was typed is kept', async () => {
    const { queue } = start(ada)
    queue.save(edit('refused'))
    await queue.settled()
    expect(queue.heldAt('a', 'name')).toMatchObject({ at: 'refused', edit: { text: 'refused' } })
    expect(withEdits(ada, queue.all())).toBe(ada)
  })

  test('of a record that was deleted keeps what was typed', async () => {
    const { queue, stored } = start(ada)
    stored.delete('a')
    queue.save(edit('Mine'))
    await queue.settled()
    expect(queue.heldAt('a', 'name')).toMatchObject({ at: 'gone', edit: { text: 'Mine' } })
  })

  test.each([
    ['gone', true],
    ['moved', false],
  ])('that was open when its row left the list is %s', async (at, isDeleted) => {
    const { queue, stored } = start(ada)
    if (isDeleted) stored.delete('a')
    await queue.leftOpen(edit('Half a sen'))
    expect(queue.heldAt('a', 'name')).toMatchObject({ at, edit: { text: 'Half a sen' } })
  })
})

describe('without network', () => {
  test('an edit waits, shows what was typed, and is sent when the network is back', async () => {
    const { queue, stored, server } = start(ada)
    server.isUp = false
    queue.save(edit('Grace'))
    await queue.settled()
    expect(queue.heldAt('a', 'name')).toMatchObject({ at: 'waiting' })
    expect(withEdits(ada, queue.all())).toMatchObject({ name: 'Grace' })
    server.isUp = true
    queue.sendWaiting()
    await queue.settled()
    expect(stored.get('a')).toMatchObject({ name: 'Grace' })
  })

  test('a second edit of the same cell takes the place of the first, and both are judged by what was read', async () => {
    const { queue, stored, server, change, sent } = start(ada)
    server.isUp = false
    queue.save(edit('First'))
    await queue.settled()
    queue.save(edit('Second', { row: { ...ada, name: 'First' } }))
    await queue.settled()
    server.isUp = true
    change('a', { city: 'Rome' })
    sent.length = 0
    queue.sendWaiting()
    await queue.settled()
    expect(stored.get('a')).toMatchObject({ name: 'Second', city: 'Rome' })
    expect(sent).toEqual(['a 1', 'a 2'])
  })

  test('what somebody else changed in the meantime is not written over', async () => {
    const { queue, stored, server, change } = start(ada)
    server.isUp = false
    queue.save(edit('Mine'))
    await queue.settled()
    server.isUp = true
    change('a', { name: 'Theirs' })
    queue.sendWaiting()
    await queue.settled()
    expect(stored.get('a')).toMatchObject({ name: 'Theirs' })
    expect(queue.heldAt('a', 'name')).toMatchObject({ at: 'changed' })
  })

  test('an edit whose answer was lost is known again as saved', async () => {
    const { queue, stored, server, change, saved } = start(ada)
    server.isUp = false
    queue.save(edit('Grace'))
    await queue.settled()
    server.isUp = true
    change('a', { name: 'Grace' })
    queue.sendWaiting()
    await queue.settled()
    expect(saved).toHaveLength(1)
    expect(stored.get('a')).toMatchObject({ updated_date: '2' })
  })
})
