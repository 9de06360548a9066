import { expect, test } from 'vitest'
import { refusal, startStandIn } from '../test/stand-in.ts'
import { createClient } from './client.ts'
import { TestWaitError } from './test-runs.ts'

const run = (status: string) => ({ body: { id: 'exe_1', status, steps: [] } })

test('runs a test and waits until it has ended, however busy the server is', { tags: 'slow' }, async () => {
  const busy = { ...refusal(429, 'rate_limited'), headers: { 'retry-after': '0' } }
  const { url, received } = await startStandIn(run('queued'), run('running'), busy, run('failed'))
  const client = createClient({ baseUrl: url, token: 'pat_1', app_id: 'app_1', retries: 0 })
  const seen: string[] = []
  const options = { start_url: 'https://preview.example.com', onProgress: seen.push.bind(seen) as never }
  expect(await client.testRuns.run('flw_1', options)).toMatchObject({ status: 'failed' })
  expect(seen).toMatchObject([{ status: 'running' }, { status: 'failed' }])
  expect(received[0]?.body).toEqual({ flow_id: 'flw_1', start_url: 'https://preview.example.com' })
})

test('gives up in time, when it is refused, and when nobody wants it any more', async () => {
  const { url } = await startStandIn(run('running'))
  const { testRuns } = createClient({ baseUrl: url, app_id: 'app_1', retries: 0 })
  await expect(testRuns.wait('exe_1', { timeoutMs: 1 })).rejects.toThrow(TestWaitError)
  const end = new AbortController()
  const waiting = testRuns.wait('exe_1', { signal: end.signal, onProgress: () => end.abort() })
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  const gone = await startStandIn(refusal(404, 'test_run_not_found'))
  const other = createClient({ baseUrl: gone.url, app_id: 'app_1', retries: 0 })
  await expect(other.testRuns.wait('exe_1')).rejects.toMatchObject({ code: 'test_run_not_found' })
})
