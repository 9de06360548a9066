import { expect, test } from 'vitest'
import { noModel } from '../../../ports/language-model/none.ts'
import type { LanguageModel, ObjectRequest } from '../../../ports/language-model/port.ts'
import { failureFacts } from '../test/failure-facts.ts'
import { askForFinding } from './ask-for-finding.ts'
import { collectEvidence } from './evidence.ts'

test('a model has 30 seconds, and is asked in the name of those whose day it is', async () => {
  const asked: Omit<ObjectRequest<never>, 'schema'>[] = []
  const object = async (request: ObjectRequest<never>) => {
    asked.push(request)
    return { value: 'found', usage: { input_tokens: 1, output_tokens: 1 } }
  }
  const model: LanguageModel = { ...noModel(), object: object as unknown as LanguageModel['object'] }
  const usedBy = { workspace_id: 'ws_1', app_id: 'app_1', user_id: 'usr_1' }
  expect(await askForFinding(model, usedBy, collectEvidence(failureFacts()))).toBe('found')
  expect(asked).toMatchObject([{ feature: 'workflows.analyze', usedBy, timeoutMs: 30_000 }])
  // Nothing within may look like the end of what encloses it.
  expect(asked[0]?.messages[0]?.content).toMatch(/^<evidence>\n[^<]+\n<\/evidence>$/)
})
