import { afterEach, beforeEach, expect, test } from 'vitest'
import { collectedLog } from '../../../../../test/collected-log.ts'
import { systemClock } from '../../../../platform/clock.ts'
import type { ChangedFile } from '../../../../ports/git/port.ts'
import { offlineModel } from '../../../../ports/language-model/offline.ts'
import { openAiCompatibleModel } from '../../../../ports/language-model/openai-compatible.ts'
import { startModelServer } from '../../../../ports/language-model/test/model-server.ts'
import { USED_BY } from '../../test/coder-scene.ts'
import { type Change, describeChange } from './describe-change.ts'

let server: Awaited<ReturnType<typeof startModelServer>>
const log = collectedLog()
beforeEach(async () => {
  server = await startModelServer()
})
afterEach(() => server.close())

const model = () =>
  openAiCompatibleModel({
    ...{ baseUrl: server.baseUrl, model: 'test', apiKey: null, fetch, clock: systemClock, log },
    limits: { wait: async () => {} },
  })
const file = (path: string, changes: Partial<ChangedFile> = {}): ChangedFile => ({
  ...{ path, old_path: null, status: 'modified', additions: 2, deletions: 1, is_binary: false },
  ...{ patch: `@@ -1 +1 @@\n-a\n+b ${path}` },
  ...changes,
})
const change = (files: ChangedFile[], given: Partial<Change> = {}): Change => ({
  ...{
    title: 'Greet people',
    summary: 'It greets.',
    files,
    usedBy: USED_BY,
    signal: new AbortController().signal,
  },
  ...given,
})
const FILES = [
  file('a.ts'),
  file('b.ts', { status: 'added', deletions: 0 }),
  file('c.ts', { status: 'renamed', old_path: 'old.ts' }),
]
const BY_RULES = {
  title: 'Greet people',
  summary: 'Adds 1 file: b.ts; changes 1 file: a.ts; moves 1 file: c.ts',
  description:
    'It greets.\n\n- `a.ts` (modified, +2 −1)\n- `b.ts` (added, +2 −0)\n- `old.ts` → `c.ts` (renamed, +2 −1)',
}

test('without a model a change is described by its files', async () => {
  expect(await describeChange({ languageModel: offlineModel(), log }, change(FILES))).toEqual(BY_RULES)
  const many = Array.from({ length: 80 }, (_, at) => file(`f${at}.ts`))
  const described = await describeChange(
    { languageModel: offlineModel(), log },
    change(many, { title: '', summary: '' }),
  )
  expect(described.title).toBe('Changes 80 files: f0.ts, f1.ts, f2.ts and 77 more')
  expect(described.description).toMatch(/\n- … and 30 more$/)
})

test('odd names stay names', async () => {
  const files = [file('a`b\n# c.ts', { is_binary: true })]
  const { title, description } = await describeChange(
    { languageModel: offlineModel(), log },
    change(files, { title: '' }),
  )
  expect(description).toContain('- `a?b?# c.ts` (modified, binary)')
  expect(title).not.toContain('\n')
})

test('a model describes it from the diff', async () => {
  const value = { title: 'Greet people\nby name', summary: 'Says hello.', description: '- says hello' }
  server.scriptEach({ say: [JSON.stringify(value)] })
  expect(await describeChange({ languageModel: model(), log }, change(FILES))).toEqual({
    ...value,
    title: 'Greet people by name',
  })
  expect(server.calls[0]?.asked).toContain('+b a.ts')
})

test('what it is shown has a bound', async () => {
  server.scriptEach({ say: ['{}'] })
  const files = Array.from({ length: 30 }, (_, at) => file(`f${at}.ts`, { patch: 'x'.repeat(9_000) }))
  await describeChange({ languageModel: model(), log }, change(files))
  expect(server.calls[0]?.asked.length).toBeLessThan(50_000)
  expect(server.calls[0]?.asked).toContain('more files')
})

test.each([
  ['that fails', { status: 500 }],
  ['that says something else', { say: ['Sure!'] }],
])('a model %s is no reason to have no description', async (_, scripted) => {
  server.scriptEach(scripted)
  expect(await describeChange({ languageModel: model(), log }, change(FILES))).toEqual(BY_RULES)
})

test('who is aborted learns why', async () => {
  const signal = AbortSignal.abort(new Error('gone'))
  await expect(describeChange({ languageModel: model(), log }, change(FILES, { signal }))).rejects.toThrow(
    'gone',
  )
})
