/** The environment of the code and that of its process, behind both walls. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { receiveHttp } from '../../../test/receivers.ts'
import { useStarted } from '../../../test/use-started.ts'
import { useFunctionRuntime } from './test/function-runtime.ts'

let received = 0
const collector = useStarted(() =>
  receiveHttp(async (_, response) => {
    received++
    response.end()
  }),
)

describe.each(['bubblewrap', 'none'] as const)('behind %s', (wall) => {
  const { run, runtime } = useFunctionRuntime({ wall })
  const answer = (expression: string, environment: Record<string, string>) =>
    run(`Deno.serve(async () => Response.json(await (${expression})))`, {}, environment)

  test('secrets are variables for Deno.env, process.env and its named import', async () => {
    const code = `import process, { env } from 'node:process'
      Deno.serve(() => {
        const seen = [Deno.env.get('A'), process.env.A, env.A, Deno.env.has('B'), 'B' in env, Deno.env.get('NONE') ?? null]
        env.NEW = '1'
        Deno.env.set('B', 2)
        Deno.env.delete('A')
        return Response.json([seen, { ...process.env }, Deno.env.toObject()])
      })`
    const environment = { A: 'ü\n"x"', B: '', ['__proto__']: 'own' }
    const [seen, byNode, byDeno] = JSON.parse(await run(code, {}, environment))
    expect(seen).toEqual(['ü\n"x"', 'ü\n"x"', 'ü\n"x"', true, true, null])
    const names = ['B', 'HOME', 'NEW', 'NO_COLOR', 'PATH', '__proto__']
    expect(Object.keys(byDeno).sort()).toEqual(names)
    expect(Object.keys(byNode).sort()).toEqual(names)
  })

  test('packages find a home and a path', async () => {
    const code = `import { tmpdir } from 'node:os'
      Deno.serve(() => Response.json([process.env.HOME, tmpdir(), process.env.PATH]))`
    expect(JSON.parse(await run(code))).toEqual(['/', '/tmp', ''])
  })

  test('200 secrets of 16 KiB arrive whole', async () => {
    const names = Array.from({ length: 200 }, (_, n) => `SECRET_${n}`)
    const environment = Object.fromEntries(names.map((name) => [name, `${name}é`.padEnd(16_000, 'x')]))
    const lengths = `Object.entries(Deno.env.toObject()).map(([name, text]) => name.startsWith('SECRET') ? text : '').reduce((sum, text) => sum + text.length, 0)`
    expect(JSON.parse(await answer(lengths, environment))).toBe(200 * 16_000)
  })

  test('a name that Deno acts on is a variable like any other', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-keylog-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const before = received
    const environment = {
      OTEL_DENO: 'true',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_METRIC_EXPORT_INTERVAL: '10',
      SSLKEYLOGFILE: join(folder, 'keys'),
      HTTP_PROXY: `http://127.0.0.1:${collector.port}`,
    }
    const code = `Deno.serve(async () => {
      console.log('a line')
      try { Deno.createHttpClient({}) } catch {}
      await fetch('http://127.0.0.1:9/').catch(() => {})
      return Response.json(Deno.env.toObject())
    })`
    const seen = JSON.parse(await run(code, {}, environment))
    runtime.retire('app') // its end sends what it had gathered
    expect(await readdir(folder)).toEqual([])
    expect(received).toBe(before)
    expect(seen).toMatchObject(environment)
  })
})
