/** Backend functions: warm calls against the same handler in a bare Deno server, cold starts, and the memory of many. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createClient } from '@atrium/sdk'
import { findDeno } from '../server/src/ports/function-runtime/deno-path.ts'
import { type Contest, duel, withContest } from './harness.ts'

const APPS = 50
/** What a small function does: read what was sent, look something up, answer JSON. */
const HANDLER = `async (request) => {
  const { searchParams } = new URL(request.url)
  const words = (searchParams.get('words') ?? '').split(' ').map((word) => word.toUpperCase())
  return Response.json({ words, at: Date.now() }, { headers: { 'x-answered-by': 'function' } })
}`

export async function functions(): Promise<void> {
  const deno = findDeno()
  if (deno === null) throw new Error('Deno is not installed here')
  await withContest([], async (contest) => {
    const { atrium, token } = contest
    const client = createClient({ baseUrl: atrium.address, token })
    const apps: string[] = []
    for (let count = 0; count < APPS; count++) {
      const { id: app_id } = await client.apps.create({ name: `App ${count}` })
      const files = [{ path: 'main.ts', content: `Deno.serve(${HANDLER})\n` }]
      await client.functions.deploy({ app_id, name: 'words' }, { entry: 'main.ts', files })
      apps.push(app_id)
    }
    const urlOf = (app: string) => `${atrium.address}/api/apps/${app}/functions/words?words=some+small+words`
    const headers = { authorization: `Bearer ${token}` }

    const cold: number[] = []
    for (const app of apps) {
      const begun = performance.now()
      const response = await fetch(urlOf(app), { headers })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`answered ${response.status}`)
      cold.push(performance.now() - begun)
    }
    // The first call also finds out how this machine can hold functions.
    const [first = 0, ...others] = cold
    const sorted = others.toSorted((a, b) => a - b)
    const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
    console.log(`\nfunctions: cold start of ${others.length} functions, one after the other, one app each`)
    console.log(
      `  median ${at(0.5)} ms   p95 ${at(0.95)} ms   target 400   the very first ${Math.round(first)} ms`,
    )

    const { shared, resident } = await memoryBelow(atrium.pid)
    console.log(
      `  memory of their processes: ${shared} MB, shared pages once; ${resident} MB resident   target 1,500`,
    )

    const bare = await startBareDeno(deno)
    try {
      const [app = ''] = apps
      await duel({ ...contest, bare } satisfies Contest, {
        title: 'functions: a warm call (bare: the same handler in a Deno server)',
        target: 0.5,
        atrium: { url: urlOf(app), headers },
        bare: { url: `${bare.address}/?words=some+small+words` },
      })
    } finally {
      bare.stop()
    }
  })
}

async function startBareDeno(deno: string) {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-deno-'))
  const script = join(folder, 'main.js')
  await writeFile(script, `Deno.serve({ port: 0, onListen: ({ port }) => console.log(port) }, ${HANDLER})\n`)
  const child = spawn(deno, ['run', '--allow-net', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = await once(createInterface(child.stdout), 'line')
  return {
    address: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop() {
      child.kill('SIGKILL')
      void rm(folder, { recursive: true, force: true })
    },
  }
}

/** In megabytes, of all Deno processes that descend from this one. */
async function memoryBelow(pid: number): Promise<{ shared: number; resident: number }> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const sum = { shared: 0, resident: 0 }
  for (const child of children.split(' ').filter(Boolean).map(Number)) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8')
    if (command.includes('deno')) {
      const rollup = await readFile(`/proc/${child}/smaps_rollup`, 'utf8')
      sum.shared += Math.round(Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1024)
      sum.resident += Math.round(Number(/^Rss:\s+(\d+)/m.exec(rollup)?.[1]) / 1024)
    }
    const below = await memoryBelow(child)
    sum.shared += below.shared
    sum.resident += below.resident
  }
  return sum
}
