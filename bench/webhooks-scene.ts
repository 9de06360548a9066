/** A served Atrium with its own PostgreSQL, endpoints in another process, and webhooks that point there. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@atrium/sdk'
import pg from 'pg'
import { endPostmaster, type NodeProcess, spawnNode } from '../server/processes/node-process.ts'
import { SOCKET_PORT, socketFolderFor } from '../server/src/platform/database/socket-folder.ts'
import type { SinkReport, SinkStart } from './webhooks-sink.ts'

export interface WebhookScene {
  atrium: NodeProcess
  dataDir: string
  client: Client
  database: pg.Client
  sink: SinkStart & { pid: number; report(): Promise<SinkReport>; reset(): void }
}

/** Everything is gone again when the work is done. */
export async function withWebhookScene(
  endpoints: number,
  work: (scene: WebhookScene) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-bench-'))
  const profile = process.env.BENCH_PROFILE
  const atrium = spawnNode({
    settings: { DATA_DIR: dataDir, RATE_LIMITS: 'off', OUTBOUND_ALLOW: '127.0.0.0/8' },
    nodeFlags: profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [],
  })
  const sink = fork(SINK, [String(endpoints)])
  const database = new pg.Client({
    host: socketFolderFor(dataDir).path,
    port: SOCKET_PORT,
    user: 'atrium',
    database: 'atrium',
  })
  try {
    const [start] = (await once(sink, 'message')) as [SinkStart]
    await atrium.waitReady()
    await database.connect()
    await work({
      atrium,
      dataDir,
      client: createClient({ baseUrl: atrium.address, token: atrium.token ?? '' }),
      database,
      sink: {
        ...start,
        pid: sink.pid ?? 0,
        async report() {
          const answer = once(sink, 'message')
          sink.send('report')
          return (await answer)[0]
        },
        reset: () => void sink.send('reset'),
      },
    })
  } finally {
    await database.end()
    await atrium.stop()
    sink.kill('SIGKILL')
    await endPostmaster(dataDir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

const SINK = fileURLToPath(new URL('webhooks-sink.ts', import.meta.url))
