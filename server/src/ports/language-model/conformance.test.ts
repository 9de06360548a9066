import { type ModelCall, type Scripted, startModelServer } from '../../../test/model-server.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { chooseLanguageModel } from './choose.ts'
import { languageModelConformance, openLedger } from './conformance.ts'
import { offlineModel } from './offline.ts'
import { openAiCompatibleModel } from './openai-compatible.ts'

languageModelConformance('offline', async () => ({ model: offlineModel(), close: async () => {} }))

languageModelConformance('metered and redacted', async () => {
  const { baseUrl, close } = await startModelServer(answer)
  const prices = { input: 1, output: 1 }
  const choice = { kind: null, baseUrl, model: 'stand-in', apiKey: null, ledger: openLedger(), prices }
  return {
    model: chooseLanguageModel({ ...choice, fetch, clock: systemClock, log: createLog('silent') }),
    close,
  }
})

languageModelConformance('openai-compatible', async () => {
  const { baseUrl, close } = await startModelServer(answer)
  const model = openAiCompatibleModel({
    baseUrl,
    model: 'stand-in',
    apiKey: null,
    fetch,
    clock: systemClock,
    log: createLog('silent'),
    limits: { wait: async () => {} },
  })
  return { model, close }
})

function answer({ asked, body }: ModelCall): Scripted {
  if (asked.includes('[unavailable]')) return { status: 500 }
  if (asked.includes('[breaks-off]')) return { say: ['We', ' are'], broken: 'cut' }
  if (body.tools) return { say: ['Looking.'], call: [{ name: 'stock', input: { item: 'hat' } }] }
  if (body.response_format) return { say: ['{"city":', '"Oslo"}'] }
  return { say: ['We', ' are open', ' from 9', ' to 17.'] }
}
