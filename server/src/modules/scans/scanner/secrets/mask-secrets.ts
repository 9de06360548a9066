import type { ScannedFile } from '../snapshot.ts'
import { findSecrets } from './find-secrets.ts'
import type { FoundSecret } from './secret-rule.ts'

const SHORTEST_SHOWN = 16
const DOTS = '••••••••'

/** Enough to find the place again, and of no use to anybody else; the dots do not tell how long it is. */
export function maskValue(value: string): string {
  if (value.length < SHORTEST_SHOWN) return DOTS
  return `${value.slice(0, 4)}${DOTS}${value.slice(-2)}`
}

/** A part of a file with its secrets masked. */
export type Mask = (file: ScannedFile, part: string) => Promise<string>

/** What is a secret is decided by the whole file, which is searched once. */
export function createMask(): Mask {
  const known = new Map<ScannedFile, Promise<FoundSecret[]>>()
  return async (file, part) => {
    const search = known.get(file) ?? findSecrets(file)
    known.set(file, search)
    return (await search).reduce((text, { value }) => text.replaceAll(value, () => maskValue(value)), part)
  }
}
