import { expect, onTestFinished, test } from 'vitest'
import { startProcess } from './start-process.ts'

test('a process leaves the other cores alone, also when it makes much garbage', async () => {
  const file = new URL('./test/busy-process.ts', import.meta.url)
  const busy = await startProcess<object, { share_of_others: number }>({
    file,
    megabytes: 384,
    niceness: 10,
  })
  onTestFinished(() => busy.end())
  const { share_of_others } = await busy.do({}, { milliseconds: 60_000, signal: undefined })
  expect(share_of_others).toBeLessThan(0.1)
})
