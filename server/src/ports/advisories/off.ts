import type { Advisories } from './port.ts'

/** Nobody is asked, and that is said. */
export function noAdvisories(): Advisories {
  return {
    async find(packages) {
      if (packages.size === 0) return { advisories: [], unchecked: null }
      return { advisories: [], unchecked: 'No source of advisories is set up.' }
    },
  }
}
