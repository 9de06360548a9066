/** Makes one script of a function's files, in a process of its own: what the files ask of the bundler is their affair. */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createTurns } from '../../platform/realtime/turns.ts'
import type { BuildOutcome, FunctionSource } from './port.ts'
import { type FetchPackage, hasLock, LOCK, vendorPackages } from './vendor-packages.ts'

const LONGEST_BUILD_MS = 20_000
const BUNDLE = fileURLToPath(new URL('./bundle.ts', import.meta.url))

export type BuildFunction = (source: FunctionSource) => Promise<BuildOutcome>

/** One at a time: a build takes a core and some hundred megabytes for a second. */
export function createBuilder(fetchPackage: FetchPackage): BuildFunction {
  const turns = createTurns()
  return async ({ entry, files }) => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-build-'))
    try {
      // Apart from the others: a registry may be slow.
      const vendored = () => vendorPackages(folder, files, fetchPackage)
      const refusal = hasLock(files) ? await turns('packages', vendored) : null
      if (refusal !== null) return refused(refusal, LOCK)
      for (const { path, content } of files) {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), content)
      }
      return await turns('bundle', () => bundleIn(folder, entry))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

function refused(message: string, path: string | null = null): BuildOutcome {
  return { kind: 'refused', problems: [{ path, line: null, message }] }
}

async function bundleIn(folder: string, entry: string): Promise<BuildOutcome> {
  const child = spawn(process.execPath, [BUNDLE, folder, entry], {
    cwd: folder,
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: LONGEST_BUILD_MS,
    killSignal: 'SIGKILL',
  })
  const said = await text(child.stdout)
  try {
    return JSON.parse(said)
  } catch {
    return refused('The code could not be bundled: it takes too long or too much memory.')
  }
}
