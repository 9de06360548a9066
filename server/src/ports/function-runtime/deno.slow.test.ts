/** Requests and answers, logs and the API, through real processes. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { until } from '../../../processes/until.ts'
import type { ApiRequest } from './port.ts'
import { bytesOf, failureOf, textOf, useFunctionRuntime } from './test/function-runtime.ts'

const asked: ApiRequest[] = []
const { runtime, logs, deploy, call, run } = useFunctionRuntime({
  limits: { callMs: 3_000, workMs: 1_500, brokenMs: 300, answerBytes: 1024 * 1024 },
  callApi: async (request) => {
    asked.push(request)
    return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{"ok":true}') }
  },
})

describe('requests and answers', () => {
  test('a handler sees method, address, headers and body as they came', async () => {
    const echo = await deploy(`Deno.serve(async (request) => Response.json({
      method: request.method, url: request.url, header: request.headers.get('x-of-caller'),
      app: request.headers.get('x-atrium-app'), body: await request.text(),
    }))`)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']) {
      const outcome = await call(echo, {
        method,
        url: 'https://apps.example.com:8443/api/functions/f/deep?a=1&b=%20',
        headers: [
          ['Host', 'elsewhere.test'],
          ['x-request-id', 'other'],
          ['x-atrium-app', 'other'],
          ['x-of-caller', 'yes'],
        ],
        body: bytesOf('one ', 'two'),
      })
      expect(JSON.parse(await textOf(outcome))).toEqual({
        method,
        url: 'https://apps.example.com:8443/api/functions/f/deep?a=1&b=%20',
        header: 'yes',
        app: 'app',
        body: 'one two',
      })
    }
  })

  test('an empty body, multipart and bytes pass whole', async () => {
    const count = await deploy(`export default async (request) => {
      if (request.headers.get('content-type')?.startsWith('multipart/')) {
        const form = await request.formData()
        return Response.json([form.get('name'), await form.get('file').text()])
      }
      return Response.json([...new Uint8Array(await request.arrayBuffer())])
    }`)
    expect(await textOf(await call(count, { method: 'POST' }))).toBe('[]')
    const bytes = (async function* () {
      yield new Uint8Array([0, 255, 10, 13])
    })()
    expect(await textOf(await call(count, { method: 'POST', body: bytes }))).toBe('[0,255,10,13]')
    const part = (head: string, body: string) =>
      `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`
    const form = `${part('name="name"', 'Ada')}${part('name="file"; filename="a.txt"', 'text')}--x--\r\n`
    const headers = [['content-type', 'multipart/form-data; boundary=x']] as const
    expect(await textOf(await call(count, { method: 'POST', headers, body: bytesOf(form) }))).toBe(
      '["Ada","text"]',
    )
  })

  test('status and headers of the answer pass, repeated ones too', async () => {
    const outcome = await call(
      await deploy(`Deno.serve(() => {
        const headers = new Headers({ 'x-one': '1' })
        headers.append('set-cookie', 'a=1')
        headers.append('set-cookie', 'b=2')
        return new Response(null, { status: 303, headers })
      })`),
    )
    expect(outcome).toMatchObject({ kind: 'answered', status: 303 })
    const headers = outcome.kind === 'answered' ? outcome.headers : []
    expect(headers.filter(([name]) => name === 'set-cookie')).toEqual([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ])
    expect(headers).toContainEqual(['x-one', '1'])
    expect(await textOf(outcome)).toBe('')
  })

  test('an answer comes piece by piece, while the function still works', async () => {
    const outcome = await call(
      await deploy(`let resume
      Deno.serve((request) => {
        if (request.method === 'POST') { resume(); return new Response() }
        return new Response(new ReadableStream({ async start(controller) {
          controller.enqueue(new TextEncoder().encode('first'))
          await new Promise((resolve) => { resume = resolve })
          controller.close()
        } }))
      })`),
    )
    if (outcome.kind === 'failed') throw new Error(outcome.failure.message)
    if (outcome.body instanceof Uint8Array) throw new Error('it came whole')
    const pieces = outcome.body[Symbol.asyncIterator]()
    const { value } = await pieces.next()
    expect(Buffer.from(value).toString()).toBe('first')
    await pieces.return?.(undefined)
  })

  test.each([
    ['export default () => new Response("a function")', 'a function'],
    ['export default { fetch: () => new Response("an object") }', 'an object'],
    ['Deno.serve({ port: 9 }, () => new Response("options first"))', 'options first'],
    ['Deno.serve({ handler: () => new Response("in options") })', 'in options'],
    ['const word: string = "types"; Deno.serve((): Response => new Response(word))', 'types'],
  ])('%s', async (code, answer) => {
    expect(await run(code)).toBe(answer)
  })

  test('a handler that throws or returns something else answers 500, and its log says why', async () => {
    const broken = await deploy(`Deno.serve((request) => {
      if (request.method === 'POST') return 'no Response'
      throw new Error('out of cheese')
    })`)
    for (const [method, said] of [
      ['GET', 'out of cheese'],
      ['POST', 'no Response'],
    ] as const) {
      const outcome = await call(broken, { method, request_id: `req_${method}` })
      expect(outcome).toMatchObject({ kind: 'answered', status: 500 })
      expect(await textOf(outcome)).not.toContain(said)
      const line = await until('its log', () => logs.find(({ request_id }) => request_id === `req_${method}`))
      expect(line).toMatchObject({ level: 'error', message: expect.stringContaining(said) })
    }
  })

  test('a promise that nobody catches ends nothing', async () => {
    const careless = await deploy(`let calls = 0
      Deno.serve(() => { Promise.reject(new Error('forgotten')); return new Response(String(++calls)) })`)
    expect(await textOf(await call(careless))).toBe('1')
    await until('its log', () => logs.some(({ message }) => message.includes('forgotten')))
    expect(await textOf(await call(careless))).toBe('2')
  })
})

describe('failures', () => {
  test('code that does not load is broken, and says why', async () => {
    const failure = failureOf(await call(await deploy(`throw new Error('no luck')`)))
    expect(failure).toEqual({ type: 'broken', message: expect.stringContaining('no luck') })
    const unbuilt = { ...(await deploy('')), load: async () => ({ problem: 'main.ts is missing' }) }
    expect(failureOf(await call(unbuilt))).toEqual({ type: 'broken', message: 'main.ts is missing' })
    const nothing = failureOf(await call(await deploy('export const x = 1')))
    expect(nothing.message).toContain('neither calls Deno.serve nor exports a handler')
  })

  test('a function that never answers is timed out, others in its process go on', async () => {
    const slow = await deploy(`Deno.serve((request) => request.method === 'POST'
      ? new Response('quick') : new Promise(() => {}))`)
    const never = call(slow)
    expect(await textOf(await call(slow, { method: 'POST' }))).toBe('quick')
    const message = 'The function did not finish within 3 seconds.'
    expect(failureOf(await never)).toEqual({ type: 'timed_out', message })
    expect(await textOf(await call(slow, { method: 'POST' }))).toBe('quick')
  })

  test('an answer that breaks off fails where it is read', async () => {
    const outcome = await call(
      await deploy(`Deno.serve(() => new Response(new ReadableStream({
        start(controller) { controller.enqueue(new TextEncoder().encode('half')) },
        pull() { Deno.exit(3) },
      })))`),
    )
    await expect(textOf(outcome)).rejects.toThrow('The function broke off before it answered.')
  })

  test('a short answer that breaks off fails as a whole', async () => {
    const outcome = await call(
      await deploy(`Deno.serve(() => new Response(new ReadableStream({ start(controller) {
        controller.enqueue(new TextEncoder().encode('half'))
        setTimeout(() => controller.error(new Error('no more')), 10)
      } }), { headers: { 'content-length': '9' } }))`),
    )
    expect(failureOf(outcome).type).toBe('crashed')
  })

  test('an answer above the limit fails', async () => {
    const outcome = await call(await deploy(`Deno.serve(() => new Response('x'.repeat(1024 * 1024 + 1)))`))
    await expect(textOf(outcome)).rejects.toThrow('The answer is longer than 1 MiB.')
  })

  test('a process that ended is replaced with the next call', async () => {
    const mortal = await deploy(
      `Deno.serve((request) => request.method === 'POST' ? Deno.exit(1) : new Response('new'))`,
    )
    expect(await textOf(await call(mortal))).toBe('new')
    expect(failureOf(await call(mortal, { method: 'POST' })).type).toBe('crashed')
    expect(await textOf(await call(mortal))).toBe('new')
  })
})

describe('versions', () => {
  test('a new deployment runs at once, while calls of the old one finish', async () => {
    const first = await deploy(`Deno.serve(async (request) => {
      if (request.method === 'POST') await new Promise((resolve) => setTimeout(resolve, 1_000))
      return new Response('first')
    })`)
    const second = { ...(await deploy(`Deno.serve(() => new Response('second'))`)), name: first.name }
    expect(await textOf(await call(first))).toBe('first')
    const old = call(first, { method: 'POST' })
    expect(await textOf(await call(second))).toBe('second')
    expect(await textOf(await old)).toBe('first')
  })

  test('a retired function starts again with its new secrets', async () => {
    let word = 'old'
    const script = await deploy(`Deno.serve(() => new Response(Deno.env.get('WORD')))`)
    const version = {
      ...script,
      load: async () => ({ ...(await script.load()), environment: { WORD: word } }),
    }
    expect(await textOf(await call(version))).toBe('old')
    word = 'new'
    runtime.retire(version.app_id, version.name)
    expect(await textOf(await call(version))).toBe('new')
  })
})

describe('code that did not load', () => {
  const patient = useFunctionRuntime({ limits: { brokenMs: 600_000 } })

  test('is not tried again for a while, which holds up neither its next deployment nor other functions', async () => {
    let loads = 0
    const code = await patient.deploy(`throw new Error('no luck')`)
    const broken = {
      ...code,
      load: () => {
        loads++
        return code.load()
      },
    }
    const answering = (word: string) => patient.deploy(`Deno.serve(() => new Response('${word}'))`)
    const fixed = { ...(await answering('fixed')), name: broken.name }
    const failure = { type: 'broken', message: expect.stringContaining('no luck') }
    expect(failureOf(await patient.call(broken))).toEqual(failure)
    expect(await textOf(await patient.call(fixed))).toBe('fixed')
    expect(await textOf(await patient.call(await answering('other')))).toBe('other')
    expect(failureOf(await patient.call(broken))).toEqual(failure)
    expect(loads).toBe(1)
    expect(await textOf(await patient.call(fixed))).toBe('fixed')
  })
})

describe('a server that starts', () => {
  const next = useFunctionRuntime()

  test('removes what killed ones left, and nothing of those that live', async () => {
    const [dead, own] = await Promise.all(
      [spawnSync('true').pid, process.pid].map((pid) => mkdtemp(`/tmp/atrium-fn-${pid}-`)),
    )
    expect(await next.run('export default () => new Response("on")')).toBe('on')
    expect([dead, own].map((folder) => existsSync(folder ?? ''))).toEqual([false, true])
    await rm(own ?? '', { recursive: true })
  })
})

describe('inside', () => {
  test('the API of the app is reached as the caller or as the service', async () => {
    const code = `Deno.serve(async (request) => {
      const url = 'http://api.atrium.invalid/api/apps/app/entities/Task?limit=1'
      await fetch(url)
      const answer = await fetch(url, { method: 'POST', headers: { 'x-atrium-as': 'service', 'x-own': '1' }, body: 'text' })
      return new Response(await answer.text())
    })`
    asked.length = 0
    expect(await run(code)).toBe('{"ok":true}')
    expect(asked).toEqual([
      expect.objectContaining({
        as: 'caller',
        method: 'GET',
        path: '/api/apps/app/entities/Task?limit=1',
        body: null,
      }),
      expect.objectContaining({ as: 'service', method: 'POST', body: Buffer.from('text') }),
    ])
    expect(asked[1]?.headers).toMatchObject({ 'x-own': '1' })
    expect(Object.keys(asked[1]?.headers ?? {}).filter((name) => name.startsWith('x-atrium'))).toEqual([])
  })

  test('the SDK has a client for the request, as the caller and as the service', async () => {
    const version = await deploy([
      {
        path: 'main.ts',
        content: `import { createClientFromRequest } from '@atrium/sdk'
          Deno.serve(async (request) => {
            const app = createClientFromRequest(request)
            await app.entities.Task.get('rec_1')
            await app.asService.entities.Task.update('rec_1', { done: true })
            return new Response(app.app_id)
          })`,
      },
    ])
    asked.length = 0
    expect(await textOf(await call(version))).toBe('app')
    const path = '/api/apps/app/entities/Task/rec_1'
    expect(asked).toMatchObject([
      { as: 'caller', method: 'GET', path },
      { as: 'service', method: 'PUT', path, body: Buffer.from('{"done":true}') },
    ])
  })

  test('work behind the answer goes on, with the API, until its limit', async () => {
    const worker = await deploy(`Deno.serve((request, { waitUntil }) => {
      const ms = Number(new URL(request.url).searchParams.get('ms'))
      waitUntil((async () => {
        await new Promise((resolve) => setTimeout(resolve, ms))
        try { await fetch('http://api.atrium.invalid/late'); console.log('work done', ms) }
        catch (error) { console.log('work refused', ms, error.message) }
      })())
      return new Response('answered')
    })`)
    expect(await textOf(await call(worker, { url: 'http://atrium.test/?ms=10' }))).toBe('answered')
    expect(await textOf(await call(worker, { url: 'http://atrium.test/?ms=2500' }))).toBe('answered')
    await until('the end of the short work', () => logs.some(({ message }) => message === 'work done 10'))
    await until('the end of the long work', () =>
      logs.some(({ message }) => message.startsWith('work refused 2500')),
    )
  })
})
