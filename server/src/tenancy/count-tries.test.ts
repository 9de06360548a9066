import { expect, test } from 'vitest'
import { countTries } from './count-tries.ts'

test('10 a minute from one address, 100 from all, each app on its own', async () => {
  const counted: [string, string, number][] = []
  const rateLimits = {
    count: async () => {},
    countBy: async (name: string, bucket: string, perMinute: number) => {
      counted.push([name, bucket, perMinute])
    },
  }
  const count = (address: string, email: string, appId?: string) =>
    countTries({ rateLimits }, 'session.create', { address }, email, appId)
  await count('192.0.2.1', 'ada@example.com')
  expect(counted).toEqual([
    ['session.create by address and email', expect.stringMatching(/^192\.0\.2\.1 [\w-]{43}$/), 10],
    ['session.create by email', expect.stringMatching(/^[\w-]{43}$/), 100],
  ])
  const [[, pair] = [], [, email] = []] = counted.splice(0)
  await count('192.0.2.2', 'ada@example.com')
  expect(counted[0]?.[1]).not.toBe(pair)
  expect(counted.splice(0)[1]?.[1]).toBe(email)
  for (const other of [
    count('192.0.2.1', 'bob@example.com'),
    count('192.0.2.1', 'ada@example.com', 'app_1'),
  ]) {
    await other
    const buckets = counted.splice(0).map(([, bucket]) => bucket)
    expect(buckets).not.toContain(pair)
    expect(buckets).not.toContain(email)
  }
})
