/** From a scan to those who learn of it: once, of what is new, critical and not ignored. */
import { expect, test } from 'vitest'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import { createFakeScanner, ruleFinding } from './test/fake-scanner.ts'

const scanner = createFakeScanner()
const app = useApp({ rate_limits: 'off', base_url: 'https://atrium.example.com' }, { scanner })
const { owner } = useTeam(app)

test('a scan announces what is new and critical, and neither what was there nor what is ignored', async () => {
  const client = app.as(owner)
  const { id: app_id } = await app.make.app(owner)
  const target = { target_url: 'https://hooks.example.com/', events: ['scan.found_critical' as const] }
  const { id: webhook_id } = await client.app_webhooks.create({ app_id }, target)
  const scanned = async (...fingerprints: string[]) => {
    const findings = fingerprints.map((one) => ruleFinding(one, { title: `Title ${one}` }))
    scanner.do(() => ({ rls_recommendations: findings }))
    const changed = { properties: { [`n${app.clock.now().getTime()}`]: { type: 'number' } } }
    await client.schemas.set({ app_id, name: 'Order' }, changed)
    await client.scans.run({ app_id })
    await app.atrium.jobs.drain()
    const { items } = await client.app_deliveries.list({ app_id, webhook_id })
    const mails = (await client.mail.list()).items.filter(({ text }) => text?.includes(app_id))
    return { events: items.length, mails: mails.length, text: mails[0]?.text }
  }
  expect(await scanned('a')).toMatchObject({
    events: 1,
    mails: 1,
    text: expect.stringContaining('- Title a'),
  })
  expect(await scanned('a')).toMatchObject({ events: 1, mails: 1 })
  expect(await scanned('a', 'b')).toMatchObject({
    events: 2,
    mails: 2,
    text: expect.not.stringContaining('Title a'),
  })
  await client.findings.ignore({ app_id }, { fingerprint: 'c', finding_type: 'rls' })
  expect(await scanned('a', 'b', 'c')).toMatchObject({ events: 2, mails: 2 })
  expect((await client.scans.read({ app_id })).ignored_fingerprints).toEqual(['c'])
  await client.scans.configure({ app_id }, { mail: false })
  expect(await scanned('d')).toMatchObject({ events: 3, mails: 2 })
  expect((await client.scans.read({ app_id })).ignored_fingerprints).toEqual([])
})
