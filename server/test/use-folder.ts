import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder of a test file, removed after its tests and after what it started later. */
export function useFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
