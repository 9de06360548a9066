import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { ModelUnavailable } from '../../../../ports/language-model/port.ts'
import { MOST_FAILURES } from './carry-out-calls.ts'
import type { Coder, CoderTurn, Entry, ToolCall } from './coder.ts'
import { MAX_CALLS, MOST_INPUT, TOO_LONG } from './fit-turn.ts'
import { type Journal, type LoopOptions, runLoop } from './run-loop.ts'
import type { AgentTool } from './tool.ts'

const USAGE = { input_tokens: 10, output_tokens: 5 }
const turn = (text: string, ...calls: ToolCall[]): CoderTurn => ({
  ...{ text, calls, usage: USAGE, cost_micros: 100 },
})
const call = (id: string, tool: string, input: unknown = {}): ToolCall => ({ id, tool, input })
const message = (text: string): Entry => ({ type: 'message', text })
const said = (text: string, ...calls: ToolCall[]): Entry => ({ type: 'turn', text, calls })
const result = (call_id: string, output: string, is_error = false): Entry => ({
  ...{ type: 'tool_result', call_id, output, is_error },
})
const FINISH = call('end', 'finish', { summary: 'Done.' })
const FINISHED = { kind: 'finished', summary: 'Done.' }

/** A coder that says what it is given, a journal in memory, and tools that write down what they did. */
function scene(turns: (CoderTurn | Error)[], before: { entries?: Entry[]; savedTurns?: number } = {}) {
  const happened: string[] = []
  const asked: Entry[][] = []
  const waiting: Entry[] = []
  let failed = 0
  const coder: Coder = {
    async next({ entries }) {
      asked.push([...entries])
      const next = turns.shift()
      if (!next) throw new Error('nobody wrote a further turn')
      if (next instanceof Error) throw next
      return next
    },
  }
  const journal: Journal = {
    entries: before.entries ?? [message('Go')],
    savedTurns: before.savedTurns ?? 0,
    takeMessages: async () => waiting.splice(0),
    storeTurn: async ({ text }) => void happened.push(`turn ${text}`),
    storeResult: async ({ id }, { output, is_error }) =>
      void happened.push(`${is_error ? 'error' : 'result'} ${id} ${output}`),
    storePlan: async (items) => void happened.push(`plan ${items.length}`),
    saveFiles: async () => void happened.push('saved'),
  }
  const tool = (name: string, input: AgentTool['input'], run: AgentTool['run']): AgentTool => ({
    ...{ name, description: name, input, run },
  })
  const Text = Type.Object({ text: Type.String() })
  const tools: AgentTool[] = [
    tool('write', Text, async (_place, input) => {
      happened.push(`did ${(input as { text: string }).text}`)
      return { kind: 'output', text: 'Written.', is_error: false }
    }),
    tool('fail', Type.Object({}), async () => ({ kind: 'output', text: 'It failed.', is_error: true })),
    tool('fail_more', Type.Object({}), async () => ({
      ...{ kind: 'output', text: `It failed ${++failed} times.`, is_error: true },
    })),
    {
      ...tool('look', Type.Object({}), async () => ({ kind: 'output', text: 'Seen.', is_error: false })),
      readsOnly: true,
    },
    tool('break', Type.Object({}), async () => {
      throw new Error('broken')
    }),
    tool('plan', Type.Object({}), async () => ({
      ...{ kind: 'plan', items: [{ text: 'One', status: 'doing' }] },
    })),
    tool('ask', Type.Object({}), async () => ({
      ...{ kind: 'question', questions: [{ prompt: 'Which?', options: null, multiple: false }] },
    })),
    tool('finish', Type.Object({ summary: Type.String() }), async (_place, input) => ({
      ...{ kind: 'finish', summary: (input as { summary: string }).summary },
    })),
  ]
  const control = new AbortController()
  const options: LoopOptions = {
    ...{ journal, coder, tools, task: { kind: 'repository', title: 'T', facts: '' } },
    copy: {} as LoopOptions['copy'],
    commands: {} as LoopOptions['commands'],
    usedBy: { workspace_id: 'w', app_id: 'a', user_id: 'u' },
    limits: { steps: 20, tokens: null, costMicros: null },
    signal: control.signal,
  }
  return { happened, asked, waiting, control, options }
}

describe('a loop', () => {
  test('stores each turn before it acts, each result after it, and the files after each turn', async () => {
    const { options, happened, asked } = scene([
      turn('One', call('a', 'write', { text: 'x' }), call('b', 'plan')),
      turn('Two', FINISH),
    ])
    expect(await runLoop(options)).toEqual(FINISHED)
    expect(happened).toEqual([
      ...['turn One', 'did x', 'result a Written.', 'plan 1', 'result b The plan is updated.', 'saved'],
      ...['turn Two', 'saved'],
    ])
    expect(asked[1]).toEqual([
      message('Go'),
      said('One', call('a', 'write', { text: 'x' }), call('b', 'plan')),
      result('a', 'Written.'),
      result('b', 'The plan is updated.'),
    ])
  })

  test('ends with a turn without calls, and with a question', async () => {
    expect(await runLoop(scene([turn('That is all.')]).options)).toEqual({
      ...{ kind: 'finished', summary: 'That is all.' },
    })
    const asking = scene([turn('', call('q', 'ask'), call('w', 'write', { text: 'later' }))])
    expect(await runLoop(asking.options)).toMatchObject({
      kind: 'question',
      questions: [{ prompt: 'Which?' }],
    })
    expect(asking.happened).toEqual(['turn ', 'saved'])
  })

  test('reads messages before the next turn', async () => {
    const { options, asked, waiting } = scene([turn('One', call('a', 'plan')), turn('', FINISH)])
    waiting.push(message('Also this'))
    await runLoop(options)
    expect(asked[0]).toEqual([message('Go'), message('Also this')])
  })

  test('shows the coder what it asked for wrongly', async () => {
    const many = Array.from({ length: MAX_CALLS + 1 }, (_, at) => call(`m${at}`, 'plan'))
    const { options, asked } = scene([
      turn('', call('a', 'fly'), call('b', 'write', { text: 1 })),
      turn('', ...many),
      turn('', FINISH),
    ])
    await runLoop(options)
    expect(asked[1]?.slice(2)).toEqual([
      result(
        'a',
        'Not done: there is no tool fly. There are write, fail, fail_more, look, break, plan, ask, finish.',
        true,
      ),
      result('b', 'Not done: the input does not fit. value/text must be string', true),
    ])
    expect(asked[2]?.at(-1)).toEqual(
      result(`m${MAX_CALLS}`, `Not done: at most ${MAX_CALLS} at a time.`, true),
    )
  })

  test('ends when the very same call fails again and again', async () => {
    const turns = Array.from({ length: MOST_FAILURES }, (_, at) => turn('', call(`f${at}`, 'fail')))
    await expect(runLoop(scene(turns).options)).rejects.toMatchObject({
      ...{ name: 'SessionFailed', code: 'step_limit' },
    })
  })

  test('goes on where it fails in another way each time', async () => {
    const turns = Array.from({ length: MOST_FAILURES }, (_, at) => turn('', call(`f${at}`, 'fail_more')))
    expect(await runLoop(scene([...turns, turn('', FINISH)]).options)).toEqual(FINISHED)
  })

  test('stores no files after a turn that only reads', async () => {
    const { options, happened } = scene([
      turn('One', call('a', 'look')),
      turn('Two', call('b', 'fly'), FINISH),
    ])
    await runLoop(options)
    expect(happened.filter((one) => one === 'saved')).toHaveLength(1)
    expect(happened.at(-1)).toBe('saved')
  })

  test('bounds what is stored of a turn', async () => {
    const calls = [call('a', 'write', { text: 'x'.repeat(MOST_INPUT) }), call('b', 'write', { text: 'y' })]
    const { options, asked } = scene([turn('w'.repeat(50_000), ...calls), turn('', FINISH)])
    await runLoop(options)
    expect(asked[1]?.[1]).toMatchObject({
      text: expect.stringContaining('characters left out'),
      calls: [{ input: TOO_LONG }, { input: { text: 'y' } }],
    })
    expect(asked[1]?.slice(2)).toEqual([
      result('a', 'Not done: the input is too long; do it in smaller parts.', true),
      result('b', 'Written.'),
    ])
  })

  test.each([
    [{ steps: 2 }, 'step_limit', 2],
    [{ steps: 0 }, 'step_limit', 0],
    [{ tokens: 16 }, 'budget_exceeded', 2],
    [{ tokens: 15 }, 'budget_exceeded', 1],
    [{ costMicros: 100 }, 'budget_exceeded', 1],
  ])('stops at %o', async (limits, code, asks) => {
    const { options, asked } = scene([turn('', call('a', 'plan')), turn('', call('b', 'plan'))])
    const limited = { ...options, limits: { ...options.limits, ...limits } }
    await expect(runLoop(limited)).rejects.toMatchObject({ code })
    expect(asked.length).toBe(asks)
  })

  test('asks a model again that could not answer, as often as it may', async () => {
    const overloaded = () => new ModelUnavailable('overloaded', 'too many')
    const { options, asked } = scene([overloaded(), overloaded(), turn('', FINISH)])
    expect(await runLoop({ ...options, retryMs: [0, 0] })).toEqual(FINISHED)
    expect(asked.length).toBe(3)
    await expect(
      runLoop({ ...scene([overloaded(), overloaded()]).options, retryMs: [0] }),
    ).rejects.toMatchObject({ code: 'model_unavailable' })
    const refused = scene([new ModelUnavailable('budget_used', 'all')])
    await expect(runLoop({ ...refused.options, retryMs: [0] })).rejects.toMatchObject({
      code: 'budget_exceeded',
    })
  })

  test('does not hide what nobody expected', async () => {
    await expect(runLoop(scene([turn('', call('a', 'break'))]).options)).rejects.toThrow('broken')
  })

  test('throws the reason of the signal, also while the coder is silent', async () => {
    const { options, control } = scene([])
    const reason = new Error('stopped')
    const silent: Coder = {
      next: () => {
        control.abort(reason)
        return new Promise(() => {})
      },
    }
    await expect(runLoop({ ...options, coder: silent })).rejects.toBe(reason)
    await expect(runLoop(options)).rejects.toBe(reason)
  })
})

describe('a loop that goes on', () => {
  const write = (id: string) => call(id, 'write', { text: id })

  test('makes the calls of turns again that are not in the files, and keeps their results', async () => {
    const entries = [
      message('Go'),
      ...[said('', write('a')), result('a', 'Written.')],
      ...[said('', write('b'), call('c', 'fly')), result('b', 'Written.'), result('c', 'Not done: no', true)],
    ]
    const { options, happened, asked } = scene([turn('', FINISH)], { entries, savedTurns: 1 })
    await runLoop(options)
    expect(happened).toEqual(['did b', 'saved', 'turn ', 'saved'])
    expect(asked[0]).toEqual(entries)
  })

  test('does what was decided and not done', async () => {
    const entries = [message('Go'), said('', write('a'), write('b')), result('a', 'Written.')]
    const { options, happened, asked } = scene([turn('', FINISH)], { entries, savedTurns: 0 })
    await runLoop(options)
    expect(happened).toEqual(['did a', 'did b', 'result b Written.', 'saved', 'turn ', 'saved'])
    expect(asked[0]).toEqual([...entries, result('b', 'Written.')])
  })

  test('ends as it did before, where the end was not stored', async () => {
    const finished = scene([], { entries: [message('Go'), said('', FINISH)] })
    expect(await runLoop(finished.options)).toEqual(FINISHED)
    const replied = scene([], { entries: [message('Go'), said('That is all.')] })
    expect(await runLoop(replied.options)).toMatchObject({ summary: 'That is all.' })
    const asked = scene([], { entries: [message('Go'), said('', call('q', 'ask'))] })
    expect(await runLoop(asked.options)).toMatchObject({ kind: 'question' })
  })

  test('after an answer does the rest of the turn that asked', async () => {
    const entries = [message('Go'), said('', call('q', 'ask'), write('b')), result('q', 'This one')]
    const { options, happened } = scene([turn('', FINISH)], { entries, savedTurns: 0 })
    await runLoop(options)
    expect(happened.slice(0, 3)).toEqual(['did b', 'result b Written.', 'saved'])
  })

  test('leaves what was open before a later message, and every call has a result', async () => {
    const entries = [
      ...[message('Go'), said('', write('a'), write('b')), result('a', 'Written.')],
      ...[message('Other'), said('', FINISH), message('More')],
    ]
    const { options, happened, asked } = scene([turn('', FINISH)], { entries, savedTurns: 1 })
    await runLoop(options)
    expect(happened).toEqual(['turn ', 'saved'])
    expect(asked[0]).toEqual([
      ...[...entries.slice(0, 3), result('b', 'Not done: the session was ended before.', true)],
      ...[...entries.slice(3, 5), result('end', 'Finished.'), message('More')],
    ])
  })
})
