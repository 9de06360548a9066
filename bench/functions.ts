/** Backend functions: a warm call against the same handler in a bare Deno server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findDeno } from '../server/src/ports/function-runtime/deno-path.ts'
import { deployed, HANDLER } from './functions-scene.ts'
import { type Contest, duel, withContest } from './harness.ts'

export async function functions(): Promise<void> {
  const deno = findDeno()
  if (deno === null) throw new Error('Deno is not installed here')
  await withContest([], async (contest) => {
    const [call] = await deployed(contest, 1)
    if (!call) throw new Error('nothing was deployed')
    const bare = await startBareDeno(deno)
    try {
      await duel({ ...contest, bare } satisfies Contest, {
        title: 'functions: a warm call (bare: the same handler in a Deno server)',
        target: 0.5,
        atrium: call,
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
