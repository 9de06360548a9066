/** Bounds that the kernel does not hold for all processes of a sandbox together: somebody has to look. */
import { readdirSync, readFileSync } from 'node:fs'
import { lstat, statfs } from 'node:fs/promises'
import { listFolder, pathIn } from '../../platform/files/folder-bytes.ts'
import type { SandboxBounds } from './sandbox-arguments.ts'

const EVERY_MS = 150

export interface SandboxWatch {
  /** Nothing is looked at any more when this resolves. */
  end(): Promise<void>
}

/** Reports the first bound that is passed, as a sentence. `firstProcess` is null as long as nothing runs. */
export function watchSandbox(options: {
  tree: string
  bounds: SandboxBounds
  firstProcess(): number | null
  onPassed(sentence: string): void
}): SandboxWatch {
  const { tree, bounds, onPassed } = options
  const disk = createDiskWatch(tree, bounds)
  let looking: Promise<void> | null = null
  async function look(): Promise<void> {
    try {
      const pid = options.firstProcess()
      const passed = (pid !== null && faultOfProcesses(pid, bounds)) || (await disk())
      if (passed) onPassed(passed)
    } catch {
      onPassed('what it uses could not be measured') // nothing runs without its bounds
    }
    looking = null
  }
  // The space on the disk is known before the command starts.
  looking = look()
  const timer = setInterval(() => {
    looking ??= look()
  }, EVERY_MS)
  return {
    async end() {
      clearInterval(timer)
      await looking
    },
  }
}

function faultOfProcesses(
  first: number,
  { processes, totalMemoryBytes }: Pick<SandboxBounds, 'processes' | 'totalMemoryBytes'>,
): string | null {
  let memory = 0
  const found = [first]
  // What is added at the end is looked at too.
  for (const pid of found) {
    found.push(...childrenOf(pid))
    if (found.length > processes) return `it had more than ${processes} processes`
    memory += memoryOf(pid)
    if (memory > totalMemoryBytes) return `it took more than ${inMegabytes(totalMemoryBytes)} of memory`
  }
  return null
}

/** Of all its threads. */
function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return [] // it has just ended
  }
}

function memoryOf(pid: number): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) * 1_024
  } catch {
    return 0 // it has just ended
  }
}

/** The tree is measured only when the disk has lost as much room as would be too much: that is cheap to know. */
function createDiskWatch(
  tree: string,
  { treeBytes, treeFiles }: Pick<SandboxBounds, 'treeBytes' | 'treeFiles'>,
): () => Promise<string | null> {
  let before: { bytes: number; files: number } | null = null
  let size: TreeSize = { bytes: 0, files: 0, isHidden: false }
  return async () => {
    const now = await roomOn(tree)
    if (before === null) {
      before = now
      size = await sizeOf(tree, { treeBytes, treeFiles })
      return null
    }
    const lost = { bytes: before.bytes - now.bytes, files: before.files - now.files }
    if (size.bytes + lost.bytes <= treeBytes && size.files + lost.files <= treeFiles) return null
    before = now
    size = await sizeOf(tree, { treeBytes, treeFiles })
    if (size.isHidden) return 'it filled the disk from folders that cannot be looked into'
    if (size.bytes > treeBytes) return `its files took more than ${inMegabytes(treeBytes)} of disk`
    return size.files > treeFiles ? `it had more than ${treeFiles} files` : null
  }
}

async function roomOn(folder: string) {
  const { bavail, bsize, ffree } = await statfs(folder)
  return { bytes: bavail * bsize, files: ffree }
}

interface TreeSize {
  bytes: number
  files: number
  /** Some of it could not be seen: by its modes, or because it lies deeper than a path can name. */
  isHidden: boolean
}

/** As far as it fits: a tree that is too large need not be measured to its end. Links are not followed. */
async function sizeOf(
  tree: string,
  { treeBytes, treeFiles }: Pick<SandboxBounds, 'treeBytes' | 'treeFiles'>,
): Promise<TreeSize> {
  const size: TreeSize = { bytes: 0, files: 0, isHidden: false }
  const folders: Buffer[] = [Buffer.from(tree)]
  const unlessGone = (error: unknown) => {
    size.isHidden ||= !(error instanceof Error && 'code' in error && GONE.has(error.code))
    return null
  }
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of (await listFolder(folder).catch(unlessGone)) ?? []) {
      const path = pathIn(folder, entry.name)
      if (entry.isDirectory()) folders.push(path)
      size.files += 1
      size.bytes += ((await lstat(path).catch(unlessGone))?.blocks ?? 0) * 512
      if (size.bytes > treeBytes || size.files > treeFiles) return size
    }
  }
  return size
}

/** It was removed while it was looked at, or is something else by now. */
const GONE = new Set<unknown>(['ENOENT', 'ENOTDIR'])

const inMegabytes = (bytes: number) => `${Math.floor(bytes / 1_048_576)} MB`
