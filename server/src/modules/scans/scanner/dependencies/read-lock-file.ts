import type { ScannedFile } from '../snapshot.ts'
import { LockFault } from './lock-fault.ts'
import type { LockedPackage } from './locked-package.ts'
import { readManifest } from './manifest.ts'
import { readNpmLock } from './npm-lock.ts'
import { listPackages } from './package-graph.ts'
import { readPnpmLock } from './pnpm-lock.ts'
import { readYarnLock } from './yarn-lock.ts'

export type { LockedPackage }

export type LockFile = { packages: readonly LockedPackage[] } | { fault: string }

/** The packages of `package-lock.json`, `pnpm-lock.yaml` or `yarn.lock`; `manifest` is the package.json next to it. */
export async function readLockFile({
  file,
  manifest,
}: {
  file: ScannedFile
  manifest: ScannedFile | null
}): Promise<LockFile> {
  const name = file.path.replace(/^.*\//, '')
  const read = READERS[name]
  if (!read) return { fault: `${file.path} is no lock file that is known.` }
  try {
    return { packages: listPackages(read(file.text, readManifest(manifest?.text ?? null))) }
  } catch (error) {
    if (error instanceof LockFault) return { fault: `${file.path} could not be read: ${error.message}.` }
    throw error
  }
}

const READERS: Readonly<Record<string, typeof readNpmLock>> = {
  'package-lock.json': readNpmLock,
  'npm-shrinkwrap.json': readNpmLock,
  'pnpm-lock.yaml': readPnpmLock,
  'yarn.lock': readYarnLock,
}
