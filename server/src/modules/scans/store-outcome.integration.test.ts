import type { ScanResult } from '@atrium/contract/scan-findings'
import { beforeEach, expect, test } from 'vitest'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import { scanStore } from './scan-store.ts'
import { storeResult } from './store-outcome.ts'
import { createFakeScanner, emptyResult, ruleFinding } from './test/fake-scanner.ts'

const app = useApp({ rate_limits: 'off' }, { scanner: createFakeScanner() })
const { owner } = useTeam(app)
let app_id: string

beforeEach(async () => {
  app_id = (await app.make.app(owner)).id
})

const result: ScanResult = {
  ...emptyResult(new Date(0)),
  rls_recommendations: [ruleFinding('new'), ruleFinding('ignored'), ruleFinding('low', { severity: 'low' })],
}

/** Stores the result as the worker of a scan that was asked for; what is announced goes to `announce`. */
async function store(
  announce: (scan: { found: readonly { finding: { fingerprint: string } }[] }) => void,
  as = 'me',
) {
  await app.as(owner).scans.run({ app_id })
  const { db } = app.atrium
  const scan = await scanStore(db).claim(app_id, 'me', app.clock.now())
  if (!scan) throw new Error('there is one')
  const scanNotices = { announce: async (_: unknown, scan: never) => announce(scan) }
  const deps = { db, clock: app.clock, scanNotices } as never
  await storeResult(deps, { ...scan, worker: as }, { result, unchecked: [], app_revision: 0 })
}

const status = async () => (await app.as(owner).scans.read({ app_id })).status

test('what is critical, new and not ignored is announced, once', async () => {
  await app.sql`insert into ignored_findings (app_id, fingerprint, finding_type, created_date)
    values (${app_id}, 'ignored', 'rls', now())`
  const announced: string[][] = []
  const note = ({ found }: { found: readonly { finding: { fingerprint: string } }[] }) =>
    void announced.push(found.map(({ finding }) => finding.fingerprint))
  await store(note)
  await app.as(owner).schemas.set({ app_id, name: 'Order' }, { properties: {} })
  await store(note)
  expect(announced).toEqual([['new']])
})

test('nothing is stored where the announcement fails', async () => {
  const failing = () => {
    throw new Error('no')
  }
  await expect(store(failing)).rejects.toThrow('no')
  expect(await status()).toBe('scanning')
  expect((await app.as(owner).scans.list({ app_id })).items).toEqual([])
})

test('nothing is stored or announced by a worker that does not hold the scan any more', async () => {
  const announced: unknown[] = []
  await store((scan) => void announced.push(scan), 'another')
  expect(await status()).toBe('scanning')
  expect(announced).toEqual([])
})
