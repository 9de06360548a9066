import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { localStorage } from './local.ts'
import { StorageUnavailable } from './port.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function* hello() {
  yield Buffer.from('hello')
}

test('a file that has arrived and finds no place is not left where it waited', async () => {
  // Something stands where the folder of the app should be.
  writeFileSync(join(folder, 'app_1'), '')
  const storage = localStorage({ folder })
  await expect(storage.put('app_1/file', hello(), 'text/plain')).rejects.toThrow(StorageUnavailable)
  expect(readdirSync(join(folder, '.incoming'))).toEqual([])
  expect(await storage.put('app_2/file', hello(), 'text/plain')).toEqual({ size: 5 })
  expect(readdirSync(join(folder, '.incoming'))).toEqual([])
})
