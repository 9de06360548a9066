import { chooseLanguageModel } from './choose.ts'
import { languageModelConformance, openLedger } from './conformance.ts'
import { offlineModel } from './offline.ts'
import { openAiCompatibleModel } from './openai-compatible.ts'
import { type ModelCall, type Scripted, standInModel, startModelServer } from './test/model-server.ts'

languageModelConformance('offline', async () => ({ model: offlineModel(), close: async () => {} }))

languageModelConformance('metered and redacted', async () => {
  const { baseUrl, close } = await startModelServer(answer)
  const prices = { input: 1, output: 1 }
  const choice = { ...standInModel(baseUrl), kind: null, ledger: openLedger(), prices }
  return { model: chooseLanguageModel(choice), close }
})

languageModelConformance('openai-compatible', async () => {
  const { baseUrl, close } = await startModelServer(answer)
  const model = openAiCompatibleModel({
    ...standInModel(baseUrl),
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
