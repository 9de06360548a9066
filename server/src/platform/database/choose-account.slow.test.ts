/** What root does where it may not make user namespaces, as in most containers; tried in a namespace like that. */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const NOBODY = 65534
const canTry = process.getuid?.() === 0 && spawnSync('unshare', ['--user', 'true']).status === 0

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'atrium-account-'))
})
afterEach(() => rm(root, { recursive: true }))

describe.runIf(canTry)('root without user namespaces', () => {
  test('runs PostgreSQL as nobody, who owns the database and nothing else', async () => {
    await chmod(root, 0o755)
    const dataDir = join(root, 'data')
    await runWithoutNamespaces(dataDir, async (pid) => {
      expect((await stat(`/proc/${pid}`)).uid).toBe(NOBODY)
      expect((await stat(join(dataDir, 'postgres'))).uid).toBe(NOBODY)
      expect((await stat(dataDir)).uid).toBe(0)
    })
  })

  test('reaches a data folder below one that only root may enter', async () => {
    const dataDir = join(root, 'private', 'data')
    await mkdir(join(root, 'private'), { mode: 0o700 })
    await runWithoutNamespaces(dataDir, async () => {
      expect((await stat(join(dataDir, 'postgres'))).uid).toBe(NOBODY)
    })
  })
})

/** Runs PostgreSQL there, checks that it answers, lets the test look, and stops it. */
async function runWithoutNamespaces(dataDir: string, look: (pid: number) => Promise<void>): Promise<void> {
  const script = fileURLToPath(new URL('./test/hold-postgres.ts', import.meta.url))
  const child = await spawnWithoutNamespaces([process.execPath, script, dataDir])
  try {
    const { connection, pid } = JSON.parse(await firstLine(child.stdout))
    const client = new pg.Client(connection)
    await client.connect()
    await client.end()
    await look(pid)
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}

/** As root of a namespace that has all accounts, and may have no namespace below it. */
async function spawnWithoutNamespaces(command: readonly string[]) {
  const forbid = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'
  // The second shell is started once the accounts are known: only then it has the powers of root.
  const script = `read go; exec /bin/sh -c '${forbid}' sh "$@"`
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    'unshare',
    ['--user', '--', '/bin/sh', '-c', script, 'sh', ...command],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const ours = await readlink('/proc/self/ns/user')
  await expect.poll(() => readlink(`/proc/${child.pid}/ns/user`)).not.toBe(ours)
  await writeFile(`/proc/${child.pid}/gid_map`, '0 0 65536\n')
  await writeFile(`/proc/${child.pid}/uid_map`, '0 0 65536\n')
  child.stdin.write('go\n')
  return child
}

async function firstLine(stream: Readable): Promise<string> {
  for await (const line of createInterface({ input: stream })) return line
  throw new Error('the child ended before its server was up')
}
