import { COMMIT_BYTES } from './store.ts'

const SWEEP_EVERY_BYTES = 32 * 1024 * 1024

/** What a commit with so many new bytes leaves to be swept, and whether it is enough to do so. */
export function sweepAfter(unswept: number, bytes: number): { unswept_bytes: number; isSweepDue: boolean } {
  const after = unswept + bytes + COMMIT_BYTES
  const isSweepDue = after > SWEEP_EVERY_BYTES
  return { unswept_bytes: isSweepDue ? 0 : after, isSweepDue }
}
