import { expect, test } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import { makeFinding, storeResult } from './test/scan-scene.ts'

const app = useApp({ rate_limits: 'off' })
const { owner } = useTeam(app)
const SECRET = makeFinding('hardcoded_secrets', { severity: 'critical' })

test('without a result there is nothing to export; one of another version is none', async () => {
  const { id: app_id } = await app.make.app(owner)
  const missing = refusal(404, 'scan_not_found')
  await expect(app.as(owner).scans.export({ app_id })).rejects.toEqual(missing)
  await storeResult(app, app_id, {}, { scanner_version: 'another' })
  await expect(app.as(owner).scans.export({ app_id })).rejects.toEqual(missing)
})

test('is a file to download, for those who may only read too', async () => {
  const { id: app_id } = await app.make.app(owner)
  await storeResult(app, app_id, { hardcoded_secrets: [SECRET] }, { status: 'scanning' })
  const ignore = {
    fingerprint: SECRET.fingerprint,
    finding_type: 'secret' as const,
    reason: 'wont_fix' as const,
  }
  const token = await app.make.token(owner, { permission: 'read_only' })
  const exported = async () => (await app.as(token).scans.export({ app_id })).runs as { results: unknown[] }[]
  expect(await exported()).toMatchObject([{ results: [{ suppressions: [] }] }])
  const expires_at = new Date(app.clock.now().getTime() + 60_000).toISOString()
  await app.as(owner).findings.ignore({ app_id }, { ...ignore, expires_at })
  const suppressed = { kind: 'external', justification: 'Will not be fixed' }
  expect(await exported()).toMatchObject([{ results: [{ suppressions: [suppressed] }] }])
  app.clock.move(60)
  expect(await exported()).toMatchObject([{ results: [{ suppressions: [] }] }])
  const answer = await fetch(`${app.baseUrl}/api/apps/${app_id}/security/scan/sarif`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="scan-${app_id}.sarif"`)
  expect(await answer.json()).toMatchObject({ version: '2.1.0', runs: [{ results: [{ level: 'error' }] }] })
})
