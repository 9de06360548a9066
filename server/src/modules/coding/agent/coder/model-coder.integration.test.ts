import { afterEach, beforeEach, expect, test } from 'vitest'
import { collectedLog } from '../../../../../test/collected-log.ts'
import { systemClock } from '../../../../platform/clock.ts'
import { filesOf, gitScene, NEVER } from '../../../../ports/git/test/git-scene.ts'
import { memoryGit } from '../../../../ports/git/test/memory-git.ts'
import { chooseLanguageModel } from '../../../../ports/language-model/choose.ts'
import { openLedger } from '../../../../ports/language-model/conformance.ts'
import type { LanguageModel } from '../../../../ports/language-model/port.ts'
import { startModelServer } from '../../../../ports/language-model/test/model-server.ts'
import { coderScene, USED_BY } from '../../test/coder-scene.ts'
import { replayRecordings } from '../../test/recorded-turns.ts'
import type { Entry } from '../loop/coder.ts'
import { agentTools } from '../tools/index.ts'
import { chooseCoder } from './choose-coder.ts'
import { modelCoder } from './model-coder.ts'

const { git, place } = gitScene(memoryGit())
let server: Awaited<ReturnType<typeof startModelServer>>
let model: LanguageModel
beforeEach(async () => {
  server = await startModelServer()
  model = chooseLanguageModel({
    ...{ kind: null, baseUrl: server.baseUrl, model: 'stand-in', apiKey: null, fetch },
    ...{ clock: systemClock, log: collectedLog(), ledger: openLedger(), prices: { input: 1, output: 2 } },
  })
})
afterEach(() => server.close())

const open = async (files: Record<string, string>) =>
  coderScene(await git.createWorkCopy(place(), filesOf(files)), modelCoder(model), { title: 'Greet people' })
const finish = { name: 'finish', input: { summary: 'It greets.' } }

test('works through the tools until it finishes', async () => {
  server.script(
    replayRecordings([
      {
        prompt: 'Say hello to people',
        title: 'Greet people',
        turns: [
          {
            say: 'I look.',
            calls: [
              { name: 'update_plan', input: { items: [{ text: 'Greet', status: 'doing' }] } },
              { name: 'read_file', input: { path: 'hello.js' } },
            ],
          },
          {
            sees: ["1\tsay('hi')"],
            calls: [{ name: 'edit_file', input: { path: 'hello.js', old: 'hi', new: 'hello' } }],
          },
          { sees: ['Changed hello.js at line 1.'], calls: [finish] },
        ],
      },
    ]),
  )
  const scene = await open({ 'hello.js': "say('hi')\n" })
  expect(await scene.say('Say hello to people')).toEqual({ kind: 'finished', summary: 'It greets.' })
  expect(await scene.read('hello.js')).toBe("say('hello')\n")
  expect(scene.plan).toEqual([{ text: 'Greet', status: 'doing' }])
  const { messages, tools } = server.calls[0]?.body ?? {}
  expect(messages[0].content).toContain('# Title of the task\nGreet people')
  expect(messages[0].content).toContain('Commands cannot be run here.')
  expect(tools.map((tool: { function: { name: string } }) => tool.function.name)).not.toContain('run_command')
})

test('is shown its mistakes as results, and goes on', async () => {
  server.scriptEach(
    { call: [{ name: 'read_file', input: '{"path": "hel' }] },
    { call: [{ name: 'nope', input: {} }] },
    { call: [{ name: 'read_file', input: { path: 7 } }] },
    { call: [finish] },
  )
  const scene = await open({ 'hello.js': 'x' })
  expect(await scene.say('Go')).toMatchObject({ kind: 'finished' })
  const results = scene.entries.flatMap((entry) => (entry.type === 'tool_result' ? [entry] : []))
  expect(results).toMatchObject([
    { is_error: true, output: expect.stringContaining('does not fit') },
    { is_error: true, output: expect.stringContaining('there is no tool nope') },
    { is_error: true, output: expect.stringContaining('does not fit') },
  ])
  // The stand-in names each call the same; ours differ.
  expect(new Set(results.map(({ call_id }) => call_id)).size).toBe(3)
})

test('a text without calls is the final reply, and its price is known', async () => {
  server.scriptEach({ say: ['It sells hats.'] })
  const { next } = modelCoder(model)
  const task = { kind: 'app' as const, title: '', facts: 'There are 3 files.' }
  const request = { task, tools: agentTools({ canRunCommands: true }), usedBy: USED_BY, signal: NEVER }
  expect(await next({ ...request, entries: [{ type: 'message', text: 'What is it?' }] })).toEqual({
    text: 'It sells hats.',
    calls: [],
    usage: { input_tokens: 12, output_tokens: 7 },
    cost_micros: 26,
  })
  const system = server.calls[0]?.body.messages[0].content
  expect(system).toContain('entities/NAME.json')
  expect(system).toContain('There are 3 files.')
  expect(system).toContain('run_command before you finish')
})

test('a long history is shortened, the newest last', async () => {
  server.scriptEach({ say: ['Done.'] })
  const entries: Entry[] = [{ type: 'message', text: 'The task' }]
  for (let at = 0; at < 40; at++)
    entries.push(
      { type: 'turn', text: '', calls: [{ id: `c${at}`, tool: 'read_file', input: { path: `f${at}` } }] },
      { type: 'tool_result', call_id: `c${at}`, output: `${at}:${'x'.repeat(25_000)}`, is_error: false },
    )
  const request = {
    task: { kind: 'repository' as const, title: '', facts: '' },
    tools: agentTools({ canRunCommands: false }),
  }
  await modelCoder(model).next({ ...request, entries, usedBy: USED_BY, signal: NEVER })
  const { messages } = server.calls[0]?.body ?? {}
  expect(messages).toHaveLength(82)
  expect(JSON.stringify(messages).length).toBeLessThan(330_000)
  expect(messages[3].content).toContain('characters left out')
  expect(messages.at(-1).content).toHaveLength(25_003)
})

test('is chosen unless there is no model', async () => {
  const clock = systemClock
  expect(
    (await chooseCoder({ clock, languageModel: { ...model, name: 'offline' } }).next(ASKED)).calls,
  ).toHaveLength(2)
  expect(server.calls).toEqual([])
  server.scriptEach({ say: ['Done.'] })
  expect((await chooseCoder({ clock, languageModel: model }).next(ASKED)).text).toBe('Done.')
})

const ASKED = {
  task: { kind: 'repository' as const, title: '', facts: '' },
  ...{
    entries: [{ type: 'message' as const, text: 'delete a.txt' }],
    tools: [],
    usedBy: USED_BY,
    signal: NEVER,
  },
}
