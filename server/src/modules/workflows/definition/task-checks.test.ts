import { describe, expect, test } from 'vitest'
import { faultOf, faultsOf, task } from '../test/definition-faults.ts'

describe('kinds of tasks', () => {
  test.each([
    [{ wait: 'PT0S' }, 'wait'],
    [{ wait: 'P366D' }, 'wait'],
    [{ wait: '${ .x }' }, 'wait'],
    [{ wait: { seconds: 1 }, timeout: {} }, 'timeout after'],
    [{ set: 1, timeout: { after: 'PT0S' } }, 'timeout after'],
    [{ set: 1, metadata: 'x' }, 'metadata'],
    [{ for: {}, do: [{ a: { set: 1 } }] }, 'for in'],
    [{ for: { in: '${ .x }' } }, 'do'],
    [{ for: { in: '.x' }, do: [{ a: { set: 1 } }] }, 'for in'],
    [{ for: { in: '${ .x }', each: 'a-b' }, do: [{ a: { set: 1 } }] }, 'for each'],
    [{ for: { in: '${ .x }', at: 'context' }, do: [{ a: { set: 1 } }] }, 'for at'],
    [{ for: { in: '${ .x }' }, while: 'x', do: [{ a: { set: 1 } }] }, 'while'],
    [{ do: [{ a: { set: 1 } }], while: '${ 1 }' }, 'while'],
    [{ fork: {} }, 'fork branches'],
    [{ fork: { branches: [] } }, 'fork branches'],
    [{ fork: { branches: [{ a: { set: 1 } }], compete: 'yes' } }, 'fork compete'],
    [{ switch: [] }, 'switch'],
    [{ switch: [{ a: { when: 'x' } }] }, 'switch 0 a when'],
    [{ switch: [{ a: { whn: '${ 1 }' } }] }, 'switch 0 a whn'],
    [{ switch: [{ a: {} }, { a: {} }] }, 'switch 1 a'],
    [{ try: [{ a: { set: 1 } }] }, 'catch'],
    [{ try: [{ a: { set: 1 } }], catch: { as: 'input' } }, 'catch as'],
    [{ try: [{ a: { set: 1 } }], catch: { when: 'x' } }, 'catch when'],
    [{ try: [{ a: { set: 1 } }], catch: { exceptWhen: 'x' } }, 'catch exceptWhen'],
    [{ try: [{ a: { set: 1 } }], catch: { errors: { with: { status: 99 } } } }, 'catch errors with status'],
    [{ try: [{ a: { set: 1 } }], catch: { retry: 'never' } }, 'catch retry'],
    [{ try: [{ a: { set: 1 } }], catch: { do: [] } }, 'catch do'],
    [
      { try: [{ a: { set: 1 } }], catch: { retry: { limit: { attempt: { count: 21 } } } } },
      'catch retry limit attempt count',
    ],
    [
      { try: [{ a: { set: 1 } }], catch: { retry: { limit: { attempt: { count: 0 } } } } },
      'catch retry limit attempt count',
    ],
    [
      { try: [{ a: { set: 1 } }], catch: { retry: { limit: { duration: 'x' } } } },
      'catch retry limit duration',
    ],
    [
      { try: [{ a: { set: 1 } }], catch: { retry: { backoff: { random: {} } } } },
      'catch retry backoff random',
    ],
    [
      { try: [{ a: { set: 1 } }], catch: { retry: { backoff: { linear: {}, constant: {} } } } },
      'catch retry backoff',
    ],
    [{ try: [{ a: { set: 1 } }], catch: { retry: { delay: 5 } } }, 'catch retry delay'],
    [
      { try: [{ a: { set: 1 } }], catch: { retry: { jitter: { from: 'PT2S', to: 'PT1S' } } } },
      'catch retry jitter',
    ],
    [{ try: [{ a: { set: 1 } }], catch: { retry: { when: 'x' } } }, 'catch retry when'],
    [{ raise: {} }, 'raise error'],
    [{ raise: { error: 'unknown' } }, 'raise error'],
    [{ raise: { error: { type: 'a' } } }, 'raise error status'],
    [{ raise: { error: { type: 'a', status: 600 } } }, 'raise error status'],
    [{ raise: { error: { type: 'a', status: '500' } } }, 'raise error status'],
    [{ raise: { error: { status: 500 } } }, 'raise error type'],
    [{ emit: { event: { with: {} } } }, 'emit event with type'],
    [{ emit: { event: { with: { type: 'approval' } } } }, 'emit event with type'],
    [{ emit: { event: { with: { type: 'a b' } } } }, 'emit event with type'],
    [{ listen: { to: { any: [] } } }, 'listen to any'],
    [{ listen: { to: { one: { with: { type: 5 } } } } }, 'listen to one with type'],
    [
      { listen: { to: { one: { with: { type: 'a', data: { mesage: 1 } } } } } },
      'listen to one with data mesage',
    ],
    [{ run: { shell: {} } }, 'run shell'],
    [{ run: { script: { language: 'python', code: 'x' } } }, 'run script language'],
    [{ run: { script: { language: 'js', code: '' } } }, 'run script code'],
    [{ run: { script: { language: 'js', code: 'return (' } } }, 'run script code'],
    [
      { run: { script: { language: 'js', code: 'return 1', arguments: { 'a-b': 1 } } } },
      'run script arguments a-b',
    ],
    [
      { run: { script: { language: 'js', code: 'return 1', arguments: { a: '${ ) }' } } } },
      'run script arguments a',
    ],
  ])('%j is refused at "%s"', async (one, at) => {
    const rows = await faultsOf(task(one))
    expect(rows.map(({ loc }) => loc.slice(5).join(' '))).toContain(at)
    expect(rows.length).toBeLessThanOrEqual(2)
  })

  test('what `use` declares is held to the same rules', async () => {
    const use = { retries: { x: { delay: 'soon' } }, errors: { 'a b': { type: 't', status: 1 } } }
    expect((await faultsOf({ use, ...task({ set: 1 }) })).map(({ loc }) => loc.slice(3))).toEqual([
      ['retries', 'x', 'delay'],
      ['errors', 'a b'],
      ['errors', 'a b', 'status'],
    ])
    expect(await faultOf({ document: { dsl: '0.8' }, ...task({ set: 1 }) })).toMatchObject({
      at: 'document dsl',
    })
  })
})

describe('calls', () => {
  const http = (rest: object) => ({
    call: 'http',
    with: { method: 'GET', endpoint: 'https://example.com', ...rest },
  })
  const connector = (rest: object) => ({
    call: 'connectors.call',
    with: { connector: 'slack', path: '/chat.postMessage', ...rest },
  })
  test.each([
    [{ call: 'ftp' }, 'call'],
    [{ call: 5 }, 'call'],
    [{ call: 'http' }, 'with'],
    [{ call: 'http', with: 'x' }, 'with'],
    [{ call: 'http', with: { endpoint: 'https://example.com' } }, 'with method'],
    [{ call: 'http', with: { method: 'get' } }, 'with endpoint'],
    [http({ method: 'TRACE' }), 'with method'],
    [http({ method: 5 }), 'with method'],
    [http({ endpoint: 'ftp://example.com' }), 'with endpoint'],
    [http({ endpoint: '/a' }), 'with endpoint'],
    [http({ endpoint: 'https://' }), 'with endpoint'],
    [http({ endpoint: 'https://example.com/{id}' }), 'with endpoint'],
    [http({ endpoint: 'https://example.com/${ .id }' }), 'with endpoint'],
    [http({ endpoint: null }), 'with endpoint'],
    [http({ endpoint: {} }), 'with endpoint uri'],
    [http({ endpoint: { uri: 'x' } }), 'with endpoint uri'],
    [http({ endpoint: { uri: 'https://example.com', authentication: {} } }), 'with endpoint authentication'],
    [http({ headers: 'x' }), 'with headers'],
    [http({ headers: { a: '${ ) }' } }), 'with headers a'],
    [http({ query: [] }), 'with query'],
    [http({ body: { a: 'b ${ .c }' } }), 'with body a'],
    [http({ output: 'raw' }), 'with output'],
    [http({ redirect: true }), 'with redirect'],
    [{ call: 'entities.create', with: { data: {} } }, 'with entity_name'],
    [{ call: 'entities.create', with: { entity_name: 'a b', data: {} } }, 'with entity_name'],
    [{ call: 'entities.create', with: { entity_name: 'Order' } }, 'with data'],
    [{ call: 'entities.create', with: { entity_name: 'Order', data: [] } }, 'with data'],
    [{ call: 'entities.update', with: { entity_name: 'Order', data: {} } }, 'with id'],
    [{ call: 'entities.delete', with: { entity_name: 'Order', id: 5 } }, 'with id'],
    [{ call: 'entities.query', with: { entity_name: 'Order', limit: 0 } }, 'with limit'],
    [{ call: 'entities.query', with: { entity_name: 'Order', limit: 501 } }, 'with limit'],
    [{ call: 'entities.query', with: { entity_name: 'Order', filter: 'x' } }, 'with filter'],
    [{ call: 'entities.query', with: { entity_name: 'Order', sort: 5 } }, 'with sort'],
    [{ call: 'functions.invoke', with: {} }, 'with name'],
    [{ call: 'functions.invoke', with: { name: 'a', method: 'x' } }, 'with method'],
    [{ call: 'connectors.call' }, 'with'],
    [{ call: 'connectors.call', with: { path: '/a' } }, 'with connector'],
    [{ call: 'connectors.call', with: { connector: 'slack' } }, 'with path'],
    [connector({ connector: 'Slack!' }), 'with connector'],
    [connector({ path: 'a' }), 'with path'],
    [connector({ path: 'https://example.com/a' }), 'with path'],
    [connector({ path: '/a/${ .id }' }), 'with path'],
    [connector({ path: `/${'a'.repeat(4_096)}` }), 'with path'],
    [connector({ method: 'TRACE' }), 'with method'],
    [connector({ query: 'a=b' }), 'with query'],
    [connector({ headers: [] }), 'with headers'],
    [connector({ body: { a: '${ ) }' } }), 'with body a'],
    [connector({ all_items: 'yes' }), 'with all_items'],
    [connector({ max_items: 0 }), 'with max_items'],
    [connector({ max_items: 10_001 }), 'with max_items'],
    [connector({ output: 'raw' }), 'with output'],
    [connector({ endpoint: 'https://example.com' }), 'with endpoint'],
    [{ call: 'agents.send_message', with: { content: 'a' } }, 'with conversation_id'],
    [{ call: 'agents.send_message', with: { conversation_id: 'a' } }, 'with content'],
    [{ call: 'agents.send_message', with: { content: 'a', conversation_id: 5 } }, 'with conversation_id'],
    [{ call: 'language_model.ask', with: {} }, 'with prompt'],
    [{ call: 'language_model.ask', with: { prompt: 'a', system: '' } }, 'with system'],
    [{ call: 'language_model.ask', with: { prompt: 'a', schema: 'x' } }, 'with schema'],
  ])('%j is refused at "%s"', async (one, at) => {
    const rows = await faultsOf(task(one))
    expect(rows.map(({ loc }) => loc.slice(5).join(' '))).toContain(at)
    expect(rows.length).toBeLessThanOrEqual(2)
  })

  test('a connected service is called with values or expressions', async () => {
    expect(await faultsOf(task(connector({})))).toEqual([])
    const worked = { connector: '${ .type }', path: '${ "/a/" + $input.id }', all_items: '${ .all }' }
    expect(await faultsOf(task(connector({ ...worked, max_items: '${ .most }', method: 'post' })))).toEqual(
      [],
    )
  })
})
