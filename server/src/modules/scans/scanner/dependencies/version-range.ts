/// <reference path="../../../../ports/advisories/semver.d.ts" />
import semver from 'semver'

/** Versions that an advisory names. */
export interface VersionRange {
  holds(version: string): boolean
  /** The lowest version that is known to be free of it for all of these; null when there is none. */
  fixedAfter(versions: readonly string[]): string | null
}

/** Versions before a release count like any other: an advisory says up to where it holds, and they come before that. */
const OPTIONS = { includePrerelease: true, loose: true }
/** Ranges that begin where the one before ends. */
const MOST_STEPS = 50

/** Null for what is no range. */
export function readRange(text: string): VersionRange | null {
  if (semver.validRange(text, OPTIONS) === null) return null
  const range = new semver.Range(text, OPTIONS)

  function fixedAfterOne(version: string): string | null {
    let at = version
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      const set = range.set.find((comparators) => comparators.every((comparator) => comparator.test(at)))
      if (!set) return at === version ? null : at
      const end = set.find(({ operator }) => operator === '<')
      if (!end) return null
      at = end.semver.version.replace(/-0$/, '')
    }
    return null
  }

  return {
    holds: (version) => range.test(version),
    fixedAfter(versions) {
      const fixes = new Set<string>()
      for (const version of versions.slice(0, MOST_STEPS)) {
        const fixed = fixedAfterOne(version)
        if (fixed === null) return null
        fixes.add(fixed)
      }
      return [...fixes].sort((a, b) => semver.compare(a, b)).at(-1) ?? null
    },
  }
}
