/** Files of a published site next to a plain file server with the same files on disk, compressed beforehand as ours are. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { createClient } from '@atrium/sdk'
import { duel, startBare, withContest } from './harness.ts'

const FILE_SERVER = fileURLToPath(new URL('file-server.ts', import.meta.url))
const TARGET = 0.7

export async function staticFiles(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-files-'))
  try {
    for (const [path, content] of Object.entries(FILES)) {
      await writeFile(join(folder, path), content)
      await writeFile(join(folder, `${path}.br`), brotliCompressSync(content))
    }
    const bare = await startBare(FILE_SERVER, folder)
    try {
      await withContest(['--demo'], async (contest) => {
        const client = createClient({ baseUrl: contest.atrium.address, token: contest.token })
        const { id: app_id } = await client.apps.create({ name: 'Site' })
        const files = Object.entries(FILES).map(([path, content]) => ({ path, content }))
        await client.site.publish({ app_id }, { files })
        const address = `${contest.atrium.address}/sites/${app_id}`
        for (const { title, path, headers } of ROUNDS) {
          await duel(
            { ...contest, bare },
            {
              title: `static files: ${title}`,
              target: TARGET,
              bare: { url: `${bare.address}/${path}`, headers },
              atrium: { url: `${address}/${path}`, headers },
            },
          )
        }
      })
    } finally {
      await bare.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Of rules that differ, so that compression has something to do. */
function styles(bytes: number): string {
  let text = ''
  for (let n = 0; text.length < bytes; n++)
    text += `.c${n} { margin: ${n % 17}px; color: #${((n * 7919) % 0xffffff).toString(16)} }\n`
  return text.slice(0, bytes)
}

const FILES = {
  'index.html': `<!doctype html><title>Site</title><link rel="stylesheet" href="style.css"><main>${'<p>Hello</p>'.repeat(20)}</main>`,
  'style.css': styles(20_000),
}

const ROUNDS = [
  { title: 'a style sheet of 20 kB, as it is', path: 'style.css', headers: {} },
  { title: 'the same, compressed', path: 'style.css', headers: { 'accept-encoding': 'gzip, deflate, br' } },
  { title: 'the start page', path: 'index.html', headers: { accept: 'text/html' } },
]
