import { MAX_DEFINITION_BYTES } from '@atrium/contract/workflows'
import { describe, expect, test } from 'vitest'
import { createScripts } from '../../../platform/scripts/create-scripts.ts'
import { ScriptFault } from '../../../platform/scripts/scripts.ts'
import { faultOf, faultsOf, task } from '../test/definition-faults.ts'
import { checkDefinition } from './check-definition.ts'

const scripts = createScripts()

const WHOLE = {
  document: {
    dsl: '1.0.0',
    namespace: 'shop',
    name: 'all',
    version: '1.0.0',
    title: 'All',
    tags: { a: 'b' },
  },
  input: { from: { order: '${ .order }' } },
  use: {
    retries: { twice: { delay: 'PT1S', backoff: { exponential: {} }, limit: { attempt: { count: 2 } } } },
    errors: { broke: { type: 'https://example.com/broke', status: 402, title: 'No money' } },
  },
  timeout: { after: { hours: 1 } },
  do: [
    {
      remember: {
        set: { total: '${ $input.order.total * 2 }', path: '${ .a["b c"][0] }' },
        export: { as: '${ .total }' },
      },
    },
    {
      choose: {
        switch: [{ large: { when: '${ $input.total > 9 }', then: 'buy' } }, { other: { then: 'end' } }],
      },
    },
    {
      buy: {
        try: [{ pay: { call: 'http', with: { method: 'post', endpoint: '${ $input.url }' } } }],
        catch: {
          errors: { with: { status: 503 } },
          as: 'fault',
          when: '${ $fault.status > 500 }',
          retry: 'twice',
          do: [{ give_up: { raise: { error: 'broke' } } }],
        },
      },
    },
    {
      each: {
        for: { each: 'line', in: '${ .lines }', at: 'place' },
        while: '${ $place < 10 }',
        do: [{ note: { set: '${ $line }' } }],
      },
    },
    {
      both: { fork: { compete: true, branches: [{ a: { wait: 'PT1S' } }, { b: { wait: { seconds: 2 } } }] } },
    },
    {
      ask: {
        listen: {
          to: { one: { with: { type: 'approval', data: { message: '${ "Pay?" }', approvers: [] } } } },
        },
      },
    },
    { tell: { emit: { event: { with: { type: 'order.paid', data: { id: '${ .id }' } } } } } },
    {
      work: {
        run: {
          script: { language: 'js', code: 'return `${a}` + await b', arguments: { a: '${ .a }', b: 1 } },
        },
      },
    },
    {
      nested: {
        do: [{ inner: { set: 1, then: 'exit' } }],
        if: '${ true }',
        then: 'remember',
        metadata: { x: '${' },
      },
    },
    {
      read: {
        call: 'entities.query',
        with: { entity_name: 'Order', filter: { a: 1 }, sort: '-a', limit: 5 },
      },
    },
    { add: { call: 'entities.create', with: { entity_name: 'Order', data: '${ . }' } } },
    { change: { call: 'entities.update', with: { entity_name: 'Order', id: '${ .id }', data: { a: 1 } } } },
    { drop: { call: 'entities.delete', with: { entity_name: 'Order', id: 'rec_1' } } },
    {
      invoke: {
        call: 'functions.invoke',
        with: { name: 'mail/send', body: { a: '${ .a }' }, method: 'put' },
      },
    },
    { say: { call: 'agents.send_message', with: { conversation_id: 'cnv_1', content: '${ .text }' } } },
    {
      think: {
        call: 'language_model.ask',
        with: { prompt: 'Why?', system: 'Be kind', schema: { type: 'object' } },
      },
    },
    {
      get: {
        call: 'http',
        with: {
          method: 'GET',
          endpoint: { uri: 'https://example.com/a?b=c' },
          headers: { a: 'b' },
          query: {},
          body: null,
          output: 'response',
        },
      },
    },
  ],
  output: { as: '${ ({ done: true }) }' },
}

test('a definition with everything that there is comes back as it was sent', async () => {
  expect(await checkDefinition(scripts, WHOLE)).toBe(WHOLE)
})

describe('the list of tasks', () => {
  test.each([
    [null, '', 'dict_type'],
    [{}, 'do', 'missing'],
    [{ do: {} }, 'do', 'list_type'],
    [{ do: [] }, 'do', 'too_short'],
    [{ do: ['x'] }, 'do 0', 'dict_type'],
    [{ do: [{}] }, 'do 0', 'value_error'],
    [{ do: [{ a: { set: 1 }, b: { set: 1 } }] }, 'do 0', 'value_error'],
    [{ do: [{ a: { set: 1 } }, { a: { set: 1 } }] }, 'do 1 a', 'value_error'],
    [{ do: [{ '1a': { set: 1 } }] }, 'do 0 1a', 'value_error'],
    [{ do: [{ 'a b': { set: 1 } }] }, 'do 0 a b', 'value_error'],
    [{ do: [{ constructor: { set: 1 } }] }, 'do 0 constructor', 'value_error'],
    [{ do: [{ end: { set: 1 } }] }, 'do 0 end', 'value_error'],
    [{ do: [{ ['a'.repeat(65)]: { set: 1 } }] }, `do 0 ${'a'.repeat(65)}`, 'string_too_long'],
    [{ do: [{ a: 'set' }] }, 'do 0 a', 'dict_type'],
    [{ do: [{ a: {} }] }, 'do 0 a', 'value_error'],
    [{ do: [{ a: { set: 1, wait: 'PT1S' } }] }, 'do 0 a', 'value_error'],
    [{ do: [{ a: { set: 1, do: [] } }] }, 'do 0 a', 'value_error'],
    [{ ...task({ set: 1 }), schedule: {} }, 'schedule', 'value_error'],
  ])('%j is refused at "%s" as %s', async (definition, at, type) => {
    expect(await faultOf(definition)).toMatchObject({ at, type })
  })

  test('a refusal says what can be used instead', async () => {
    expect((await faultOf(task({ set: 1, thn: 'end' }))).msg).toBe(
      'Value error, "thn" is not supported here; use set, if, input, output, export, timeout, metadata or then',
    )
    expect((await faultOf(task({ sets: 1 }))).msg).toContain('use do, call, set, switch, for')
    expect((await faultOf(task({ set: 1, wait: 'PT1S' }))).msg).toContain('has set and wait')
  })

  test('all that is wrong is named at once, up to 20 places', async () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ [`t${at}`]: { wait: 'soon' } }))
    const rows = await faultsOf({ do: many })
    expect(rows).toHaveLength(20)
    expect(rows[19]?.loc).toEqual(['body', 'definition', 'do', 19, 't19', 'wait'])
    const scriptFaults = Array.from({ length: 30 }, (_, at) => ({ [`t${at}`]: { set: `\${ ${at} + }` } }))
    expect((await faultsOf({ do: scriptFaults })).map(({ loc }) => loc[3])).toEqual(
      Array.from({ length: 20 }, (_, at) => at),
    )
  })

  test('there are at most 500 tasks, 10 lists in one another, and 256 KiB', async () => {
    const tasks = (count: number) => ({
      do: Array.from({ length: count }, (_, at) => ({ [`t${at}`]: { set: at } })),
    })
    expect(await faultsOf(tasks(500))).toEqual([])
    expect(await faultOf(tasks(501))).toMatchObject({ at: 'do 500 t500' })
    expect((await faultsOf(tasks(510))).length).toBe(1)
    const nested = (levels: number): object =>
      levels === 1 ? task({ set: 1 }) : task({ do: (nested(levels - 1) as { do: unknown }).do })
    expect(await faultsOf(nested(10))).toEqual([])
    expect((await faultOf(nested(11))).msg).toContain('at most 10 deep')
    const room = MAX_DEFINITION_BYTES - JSON.stringify(task({ set: '' })).length
    expect(await faultsOf(task({ set: 'x'.repeat(room) }))).toEqual([])
    expect(await faultOf(task({ set: 'x'.repeat(room + 1) }))).toMatchObject({ at: '' })
  })

  test('a value that is nested very deeply is refused', async () => {
    let deep: unknown = 1
    for (let at = 0; at < 500; at++) deep = [deep]
    expect((await faultOf(task({ set: deep }))).msg).toContain('nested too deeply')
  })
})

describe('expressions', () => {
  test.each([
    [{ set: 'Hello ${ .name }' }, 'set', 'must be the whole text'],
    [{ set: { a: [1, '${ .a } b'] } }, 'set a 1', 'must be the whole text'],
    [{ set: '${ }' }, 'set', 'is empty'],
    [{ set: '${ 1 + }' }, 'set', 'is no JavaScript expression'],
    [{ set: '${ .a } and ${ .b }' }, 'set', 'is no JavaScript expression'],
    [{ set: '${ .total > 9 }' }, 'set', 'write $input.total'],
    [{ set: '${ a; b }' }, 'set', 'is no JavaScript expression'],
    [{ set: 1, if: 'true' }, 'if', 'write an expression'],
    [{ set: 1, if: true }, 'if', 'valid string'],
    [{ set: 1, input: { from: '${' } }, 'input from', 'must be the whole text'],
    [{ set: 1, output: { as: '${ ) }' } }, 'output as', 'JavaScript'],
    [{ set: 1, export: { as: { x: '${ ) }' } } }, 'export as x', 'JavaScript'],
    [{ set: 1, export: { to: 1 } }, 'export to', 'use as'],
    [{ set: Number.POSITIVE_INFINITY }, 'set', 'finite'],
  ])('%j is refused at "%s"', async (one, at, msg) => {
    const found = await faultOf(task(one))
    expect(found.at).toBe(`do 0 greet ${at}`)
    expect(found.msg).toContain(msg)
  })

  test('there are at most 500 in a definition', async () => {
    const texts = (count: number) => task({ set: Array.from({ length: count }, () => '${ .a }') })
    expect(await faultsOf(texts(500))).toEqual([])
    expect((await faultOf(texts(501))).msg).toContain('at most 500 expressions')
  })

  test('one that stands at many places is looked at once, and all its places are named', async () => {
    let looks = 0
    const counting = {
      ...scripts,
      check(...of: Parameters<typeof scripts.check>) {
        looks++
        return scripts.check(...of)
      },
    }
    const checked = checkDefinition(counting, task({ set: ['${ ) }', '${ ) }'] }))
    await expect(checked).rejects.toMatchObject({ detail: [{ loc: expect.arrayContaining([0]) }, {}] })
    expect(looks).toBe(1)
  })

  test('while too much waits to be read, the server is busy', async () => {
    const busy = { ...scripts, check: async () => new ScriptFault('scripts_busy', 'Later') }
    await expect(checkDefinition(busy, task({ set: '${ 1 + 1 }' }))).rejects.toMatchObject({
      code: 'server_busy',
    })
  })
})

describe('where it goes on', () => {
  test.each([
    [
      { do: [{ a: { set: 1, then: 'b' } }, { b: { do: [{ c: { set: 1, then: 'a' } }] } }] },
      'do 1 b do 0 c then',
    ],
    [{ do: [{ a: { set: 1, then: 'c' } }] }, 'do 0 a then'],
    [{ do: [{ a: { set: 1, then: 5 } }] }, 'do 0 a then'],
    [task({ switch: [{ x: { then: 'nowhere' } }] }), 'do 0 greet switch 0 x then'],
    [
      task({ fork: { branches: [{ a: { set: 1, then: 'b' } }, { b: { set: 1 } }] } }),
      'do 0 greet fork branches 0 a then',
    ],
  ])('%j is refused', async (definition, at) => {
    expect(await faultOf(definition)).toMatchObject({ at })
  })

  test('a task may lead to any of its list, itself included', async () => {
    expect(await faultsOf({ do: [{ a: { set: 1, then: 'b' } }, { b: { set: 1, then: 'b' } }] })).toEqual([])
  })
})
