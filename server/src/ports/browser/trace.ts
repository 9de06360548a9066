/**
 * The trace of a session for Playwright's viewer: what was done, how long it took, what the page wrote to its console.
 * Without copies of pages and answers: they would double the time of every action, and be held in the memory of the
 * server however large they are. Runs have pictures and snapshots of their own. Secrets are masked in every file of it.
 */
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { createMasking } from './masking.ts'
import { readZip, writeZip } from './zip.ts'

const MOST_PACKED = 5 * 2 ** 20
const MOST_BYTES = 20 * 2 ** 20

export async function startTrace(context: BrowserContext): Promise<void> {
  await context.tracing.start({ snapshots: false, screenshots: false, sources: false })
}

/** Null when it is too large to be looked through for secrets. */
export async function stopTrace(
  context: BrowserContext,
  folder: string,
  secrets: readonly string[],
): Promise<Buffer | null> {
  const path = join(folder, 'trace.zip')
  await context.tracing.stop({ path })
  try {
    const { size } = await stat(path)
    return size > MOST_PACKED ? null : await maskTrace(await readFile(path), secrets)
  } finally {
    await rm(path, { force: true })
  }
}

/** Texts are masked; a file that is no text and holds a secret is emptied. */
export async function maskTrace(zip: Buffer, secrets: readonly string[]): Promise<Buffer | null> {
  const read = await readZip(zip, MOST_BYTES)
  if (!read) return null
  // Where in the server each call came from is nobody's business.
  const entries = read.filter(({ name }) => !name.endsWith('.stacks'))
  const { maskLarge } = createMasking(secrets.flatMap((secret) => [secret, base64Of(secret)]))
  for (const entry of entries) {
    const text = entry.content.toString('utf8')
    const isText = !text.includes('\ufffd')
    if (isText) entry.content = Buffer.from(await maskLarge(text))
    else if (secrets.some((secret) => entry.content.includes(secret))) entry.content = Buffer.alloc(0)
  }
  return writeZip(entries)
}

function base64Of(secret: string): string {
  return Buffer.from(secret).toString('base64').replaceAll('=', '')
}
