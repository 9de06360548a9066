import { expect, test } from 'vitest'
import {
  addedAfter,
  addedInto,
  type Definition,
  freeName,
  moved,
  removed,
  renamed,
  taskAt,
  withField,
  withTask,
} from './edit-definition.ts'

const A = { set: { a: 1 } }
const B = { set: { b: 1 } }
const LOOP = { loop: { for: { in: '${ .x }' }, do: [{ b: B }] } }
const NESTED: Definition = { document: { name: 'x' }, do: [{ a: A }, LOOP] }

test('a step is read and replaced where it stands, and the rest stays as it is', () => {
  const place = ['do', 1, 'loop', 'do', 0, 'b']
  expect(taskAt(NESTED, place)).toEqual(B)
  const changed = withTask(NESTED, place, A)
  expect(taskAt(changed, place)).toEqual(A)
  expect(changed.document).toBe(NESTED.document)
  expect(taskAt(NESTED, place)).toEqual(B)
  expect(taskAt(NESTED, ['do', 5, 'x'])).toBeNull()
})

test('a new name is followed by the steps that lead to it', () => {
  const before: Definition = {
    do: [
      { a: { ...A, then: 'b' } },
      { pick: { switch: [{ yes: { when: '${ .y }', then: 'b' } }, { no: { then: 'end' } }] } },
      { b: { ...B, then: 'a' } },
    ],
  }
  expect(renamed(before, ['do', 2, 'b'], 'bill')).toEqual({
    do: [
      { a: { ...A, then: 'bill' } },
      { pick: { switch: [{ yes: { when: '${ .y }', then: 'bill' } }, { no: { then: 'end' } }] } },
      { bill: { ...B, then: 'a' } },
    ],
  })
})

test('steps are added after another, or into an empty list', () => {
  expect(addedAfter(NESTED, ['do', 0, 'a'], 'c', B).do).toEqual([{ a: A }, { c: B }, LOOP])
  expect(addedInto({ do: [] }, ['do'], 'a', A)).toEqual({ do: [{ a: A }] })
  expect(addedInto({}, ['do'], 'a', A)).toEqual({ do: [{ a: A }] })
  expect(addedInto({ do: [{ t: { try: [], catch: {} } }] }, ['do', 0, 't', 'catch', 'do'], 'a', A)).toEqual({
    do: [{ t: { try: [], catch: { do: [{ a: A }] } } }],
  })
})

test('steps are removed and change places', () => {
  const three: Definition = { do: [{ a: A }, { b: B }, { c: A }] }
  expect(removed(three, ['do', 1, 'b'])).toEqual({ do: [{ a: A }, { c: A }] })
  expect(moved(three, ['do', 2, 'c'], -1)).toEqual({
    definition: { do: [{ a: A }, { c: A }, { b: B }] },
    place: ['do', 1, 'c'],
  })
  expect(moved(three, ['do', 0, 'a'], -1)).toBeNull()
  expect(moved(three, ['do', 2, 'c'], 1)).toBeNull()
})

test('a name that is taken gets a number', () => {
  const taken: Definition = { do: [{ wait: A }, { wait_2: A }] }
  expect(freeName(taken, ['do'], 'call')).toBe('call')
  expect(freeName(taken, ['do'], 'wait')).toBe('wait_3')
})

test('a field of a step is set, and taken away by undefined', () => {
  const call = { call: 'http', with: { method: 'get', endpoint: 'x' }, then: 'end' }
  expect(Object.keys(withField(call, ['with', 'method'], 'post'))).toEqual(['call', 'with', 'then'])
  expect(withField(call, ['with', 'method'], 'post').with).toEqual({ method: 'post', endpoint: 'x' })
  expect(withField(call, ['with', 'method'], undefined).with).toEqual({ endpoint: 'x' })
  expect(withField({}, ['a', 'b'], 1)).toEqual({ a: { b: 1 } })
  expect(withField(call, ['then'], undefined)).toEqual({ call: 'http', with: call.with })
})
