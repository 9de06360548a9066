import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { chooseLanguageModel } from './choose.ts'
import { asking, CITY, openLedger, read, working } from './conformance.ts'

const nothingSet = {
  kind: null,
  baseUrl: null,
  model: null,
  apiKey: null,
  fetch,
  clock: systemClock,
  log: createLog('silent'),
  ledger: openLedger(),
  prices: { input: 0, output: 0 },
}
const address = { baseUrl: 'http://127.0.0.1:11434/v1', model: 'llama' }

test.each([
  ['nothing', {}, 'offline'],
  ['offline', { kind: 'offline' }, 'offline'],
  ['a base URL alone', address, 'llama'],
  ['openai-compatible', { ...address, kind: 'openai-compatible' }, 'llama'],
  ['none', { kind: 'none' }, 'none'],
  ['none next to a base URL', { ...address, kind: 'none' }, 'none'],
])('with %s the model is the one asked for', (_, settings, name) => {
  expect(chooseLanguageModel({ ...nothingSet, ...settings }).name).toBe(name)
})

test.each([
  [
    'an unknown name',
    { kind: 'gpt' },
    'LANGUAGE_MODEL=gpt is not known; use one of offline, openai-compatible, none.',
  ],
  ['an inherited name', { kind: 'toString' }, 'is not known'],
  ['no address', { kind: 'openai-compatible', model: 'llama' }, 'needs LLM_BASE_URL'],
  ['no model', { baseUrl: address.baseUrl }, 'LLM_MODEL'],
  ['no web address', { ...address, baseUrl: 'ftp://127.0.0.1' }, 'http or https'],
  [
    'a password in the address',
    { ...address, baseUrl: 'http://me:hidden@127.0.0.1/v1' },
    'without a name or password',
  ],
])('%s stops the start', (_, settings, message) => {
  const choose = () => chooseLanguageModel({ ...nothingSet, ...settings })
  expect(choose).toThrow(message)
  expect(choose).not.toThrow('hidden')
})

test('none is not available, for anything', async () => {
  const model = chooseLanguageModel({ ...nothingSet, kind: 'none' })
  expect(model.isAvailable).toBe(false)
  const refused = { name: 'ModelUnavailable', reason: 'not_configured' }
  await expect(read(model.reply(asking('Hello')))).rejects.toMatchObject(refused)
  await expect(model.text(asking('Hello'))).rejects.toMatchObject(refused)
  await expect(model.object({ ...asking('Hello'), schema: CITY })).rejects.toMatchObject(refused)
  await expect(model.turn(working('Hello'))).rejects.toMatchObject(refused)
})
