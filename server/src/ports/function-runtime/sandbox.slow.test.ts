/** What the kernel holds against the process of a function. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { textOf, useFunctionRuntime } from './test/function-runtime.ts'

const { run } = useFunctionRuntime({ wall: 'bubblewrap' })

/** Of this process, through the walls. */
function denoProcesses(pid: number | 'self' = 'self'): number[] {
  const threads = readdirSync(`/proc/${pid}/task`)
  const children = threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  const isDeno = (child: number) => basename(readlinkSync(`/proc/${child}/exe`)) === 'deno'
  return children.flatMap((child) => [...(isDeno(child) ? [child] : []), ...denoProcesses(child)])
}

test('the process of a function is filtered, and can write no mount but its sockets', async () => {
  expect(await run(`Deno.serve(() => new Response('on'))`)).toBe('on')
  const [pid] = denoProcesses()
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  expect(status).toMatch(/^Seccomp:\t2$/m)
  expect(status).toMatch(/^NoNewPrivs:\t1$/m)
  expect(status).toMatch(/^CapEff:\t0+$/m)
  const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').trimEnd().split('\n')
  const writable = mounts
    .map((line) => line.split(' '))
    .filter(([, , , , , options = '']) => !/^ro\b/.test(options))
  expect(writable.map(([, , , , place]) => place).filter((place) => !/^\/dev\/./.test(place ?? ''))).toEqual([
    '/f/s',
  ])
})

describe.each(['bubblewrap', 'none'] as const)('behind %s', (wall) => {
  const { call, deploy } = useFunctionRuntime({ wall })

  test('memory that is claimed and not touched is bounded, and four threads can start', async () => {
    const version = await deploy(`Deno.serve(async (request) => {
      if (request.method === 'POST') {
        const started = [1, 2, 3, 4].map(() => new Promise((resolve, reject) => {
          const thread = new Worker('data:application/javascript,postMessage(1)', { type: 'module' })
          thread.onmessage = resolve
          thread.onerror = reject
        }))
        await Promise.all(started)
        return new Response('started')
      }
      const claimed = []
      try { while (claimed.length < 16) claimed.push(new WebAssembly.Memory({ initial: 16_384 })) } catch {}
      return new Response(String(claimed.length))
    })`)
    expect(Number(await textOf(await call(version)))).toBeLessThan(3)
    expect(await textOf(await call({ ...version, name: 'threads' }, { method: 'POST' }))).toBe('started')
  })
})
