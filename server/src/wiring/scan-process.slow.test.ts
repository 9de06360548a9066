import { afterAll, expect, test } from 'vitest'
import { createScanProcesses } from '../modules/scans/scanner/processes.ts'
import { SCAN_PROCESS } from './scans-to-processes.ts'

const processes = createScanProcesses(SCAN_PROCESS)
afterAll(() => processes.stop())

const scan = (text: string, signal = new AbortController().signal) =>
  processes.run('code', { path: 'src/a.tsx', text }, { app_id: 'app_1', milliseconds: 20_000, signal })

const DEEP = 10_000
test.each([
  ['brackets', `x = ${'(\n'.repeat(DEEP)}1${')\n'.repeat(DEEP)}`],
  ['lists', `x = ${'[\n'.repeat(DEEP)}${']\n'.repeat(DEEP)}`],
  ['functions', `${'function f() {\n'.repeat(DEEP)}${'}\n'.repeat(DEEP)}`],
  ['operators', `x = ${'!\n'.repeat(200_000)}1`],
  ['sums', `x = 1${'+1\n'.repeat(200_000)}`],
])('%s nested too deep for the parser are a fault of that file alone', async (_, text) => {
  await expect(scan(text)).rejects.toThrow('the scanner failed at it')
  expect((await scan('el.innerHTML = text')).findings).toHaveLength(1)
})

test.each([
  ['blocks', `${'{\n'.repeat(DEEP)}el.innerHTML = text${'}\n'.repeat(DEEP)}`],
  ['sums', `el.innerHTML = text${'+1\n'.repeat(DEEP)}`],
  ['conditions', `if (a) {} ${'else if (a) {}\n'.repeat(DEEP)} el.innerHTML = text`],
])('%s of 10,000 levels are read', async (_, text) => {
  expect((await scan(text)).findings).toHaveLength(1)
})

test('what is not wanted any more ends', async () => {
  const control = new AbortController()
  const scanning = scan('el.innerHTML = text', control.signal)
  control.abort(new Error('not wanted'))
  await expect(scanning).rejects.toThrow('not wanted')
})
