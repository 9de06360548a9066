/** The lock file serves every platform we support, whichever of them it was made on. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sources.ts'

interface LockedPackage {
  os?: string | string[]
  cpu?: string | string[]
  libc?: string | string[]
  optionalDependencies?: Record<string, string>
}

const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
)

const PLATFORMS = [
  { os: 'linux', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
  { os: 'win32', cpu: 'x64' },
]

/** Node 24 is not published as a package for macOS; the set-up asks for the person's own there. */
const NOT_PUBLISHED = ['the root for darwin x64', 'the root for darwin arm64']

const families = Object.entries(packages)
  .map(([path, { optionalDependencies = {} }]) => ({
    path,
    parts: Object.keys(optionalDependencies).filter(isNativePart),
  }))
  .filter(({ parts }) => parts.length > 0)

test('the packages with a native part per platform are found', () => {
  const names = families.map(({ path }) => path.replace(/^.*node_modules\//, ''))
  expect(names).toEqual(
    expect.arrayContaining(['', 'server', '@biomejs/biome', 'rolldown', 'lightningcss', 'typescript']),
  )
})

test('each of them is locked for Linux and macOS on both processors, and for Windows', () => {
  const missing = families.flatMap(({ path, parts }) =>
    PLATFORMS.filter((platform) => !parts.some((part) => runsOn(find(path, part), platform))).map(
      ({ os, cpu }) => `${path || 'the root'} for ${os} ${cpu}`,
    ),
  )
  expect(missing).toEqual(NOT_PUBLISHED)
})

/** Named after a system and a processor; a part that could not be locked has nothing but its name. */
function isNativePart(name: string): boolean {
  return /linux|darwin|win/.test(name) && /x64|arm64/.test(name)
}

/** As Node looks for a package: next to its dependant first, then further up. */
function find(dependant: string, name: string): LockedPackage | undefined {
  const folders = dependant.split('/')
  for (let depth = folders.length; depth >= 0; depth--) {
    const found = packages[[...folders.slice(0, depth), 'node_modules', name].filter(Boolean).join('/')]
    if (found) return found
  }
}

function runsOn(part: LockedPackage | undefined, { os, cpu }: { os: string; cpu: string }): boolean {
  if (!part) return false
  const has = (allowed: string | string[] | undefined, value: string) =>
    allowed === undefined || [allowed].flat().includes(value)
  return has(part.os, os) && has(part.cpu, cpu) && (os !== 'linux' || has(part.libc, 'glibc'))
}
