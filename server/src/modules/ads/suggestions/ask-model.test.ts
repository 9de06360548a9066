import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import { noModel } from '../../../ports/language-model/none.ts'
import { offlineModel } from '../../../ports/language-model/offline.ts'
import type { LanguageModel, ObjectRequest } from '../../../ports/language-model/port.ts'
import { askModel, hasModel } from './ask-model.ts'

const log = createLog('silent')
const question = {
  feature: 'test',
  usedBy: { workspace_id: 'ws_1', app_id: 'app_1', user_id: null },
  task: 'Do it.',
  about: { text: 'x' },
  schema: Type.Object({ a: Type.String() }),
  timeoutMs: 20,
}

function modelThat(object: (request: ObjectRequest<never>) => Promise<unknown>): LanguageModel {
  return { ...noModel(), name: 'test', isAvailable: true, object: object as LanguageModel['object'] }
}

test('one that never answers is given up when the time is over', async () => {
  const hanging = modelThat(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  expect(await askModel({ languageModel: hanging, log }, question)).toBeNull()
})

test('whatever it throws, there is no answer', async () => {
  const broken = modelThat(() => Promise.reject(new Error('broken')))
  expect(await askModel({ languageModel: broken, log }, question)).toBeNull()
})

test('the one that only repeats the question is not asked, nor one that is not there right now', () => {
  expect(hasModel({ languageModel: noModel() })).toBe(false)
  expect(hasModel({ languageModel: offlineModel() })).toBe(false)
  const away = { ...modelThat(async () => ({})), isAvailable: false }
  expect(hasModel({ languageModel: away })).toBe(false)
  expect(hasModel({ languageModel: { ...away, isAvailable: true } })).toBe(true)
})
