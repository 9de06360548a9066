import { expect, test } from 'vitest'
import { amountsIn, linesOf } from './amount-lines.ts'

const BEFORE = { 'members.list': 60, 'tokens.list': 5 }

test('lines read back as the amounts that they show', () => {
  expect(linesOf(BEFORE)).toBe('members.list = 60\ntokens.list = 5')
  expect(amountsIn(linesOf(BEFORE), BEFORE)).toEqual(BEFORE)
})

test('a name without its line is sent as null, blank lines and signs do not matter', () => {
  expect(amountsIn('\n  members.list=61 \n\napps.create: 3\napps.list 0', BEFORE)).toEqual({
    'members.list': 61,
    'tokens.list': null,
    'apps.create': 3,
    'apps.list': 0,
  })
})

test.each(['members.list', 'members.list = many', '60', 'members.list = -1', 'a b = 1'])(
  'the line %j is wrong',
  (line) => {
    expect(amountsIn(`tokens.list = 1\n${line}`, BEFORE)).toBe(line)
  },
)
