import type { LockedPackage } from './dependencies/read-lock-file.ts'

const MOST_PATHS = 5

/** Each version of each package once, however many lock files name it. */
export function mergePackages(packages: readonly LockedPackage[]): LockedPackage[] {
  const merged = new Map<string, LockedPackage>()
  for (const one of packages) {
    const key = JSON.stringify([one.name, one.version])
    const other = merged.get(key)
    merged.set(key, other ? merge(one, other) : one)
  }
  return [...merged.values()]
}

function merge(one: LockedPackage, other: LockedPackage): LockedPackage {
  return {
    ...one,
    is_direct: one.is_direct || other.is_direct,
    is_dev: one.is_dev && other.is_dev,
    paths: [...new Set([...other.paths, ...one.paths])].slice(0, MOST_PATHS),
  }
}
