import { expect, test } from 'vitest'
import { createKeyring } from './keyring.ts'

const target = (webhook_id: string, secret: string | null, previous_secret: string | null = null) => ({
  webhook_id,
  target_url: 'https://example.com/',
  secret,
  previous_secret,
})

test('gives the keys of a target, newest first, and none for one that is not signed', () => {
  const keysOf = createKeyring((id, sealed) => `${id} ${sealed}`)
  const shown = keysOf(target('whk_1', 'new', 'old')).map(({ plain }) => plain.export().toString())
  expect(shown).toEqual(['whk_1 new', 'whk_1 old'])
  expect(keysOf(target('whk_2', null))).toEqual([])
})

test('opens a secret for each webhook apart, so that one that was copied between rows is noticed', () => {
  const keysOf = createKeyring((id, sealed) => {
    if (id !== 'whk_1') throw new Error('sealed for another')
    return sealed
  })
  keysOf(target('whk_1', 'secret'))
  expect(() => keysOf(target('whk_2', 'secret'))).toThrow('sealed for another')
})

test('opens a secret once, another one of the same webhook again, and does not grow for ever', () => {
  const opened: string[] = []
  const keysOf = createKeyring((_, sealed) => {
    opened.push(sealed)
    return sealed
  })
  for (let n = 0; n < 3; n++) keysOf(target('whk_1', 'first'))
  keysOf(target('whk_1', 'second'))
  expect(opened).toEqual(['first', 'second'])
  for (let n = 0; n < 1_000; n++) keysOf(target('whk_2', `other ${n}`))
  keysOf(target('whk_1', 'second'))
  expect(opened.filter((one) => one === 'second')).toHaveLength(2)
})
