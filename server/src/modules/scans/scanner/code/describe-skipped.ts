import { listed, numbered } from '../summary.ts'
import type { SkipReason } from './code-paths.ts'

const WORDS: Record<SkipReason, [one: string, many: string]> = {
  apart: ['file of packages, tests or build output', 'files of packages, tests or build output'],
  bundled: ['bundled file', 'bundled files'],
  too_large: ['file of more than 1 MiB', 'files of more than 1 MiB'],
  syntax: ['file with a syntax error', 'files with syntax errors'],
}

/** The sentence about files whose code is not read; none when there are none. */
export function describeSkipped(skipped: ReadonlyMap<SkipReason, number>): string[] {
  const parts = Object.entries(WORDS).flatMap(([reason, [one, many]]) => {
    const count = skipped.get(reason as SkipReason) ?? 0
    return count > 0 ? [`${numbered(count)} ${count === 1 ? one : many}`] : []
  })
  return parts.length > 0 ? [`Not read for faults in the code: ${listed(parts)}.`] : []
}
