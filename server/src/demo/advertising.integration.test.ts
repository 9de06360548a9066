import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@atrium/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/app.ts'
import { bring } from '../../test/bring.ts'
import { demoArchive } from './index.ts'

/** Figures depend on the day, so they are looked at on some: a winter's Sunday, the first of a month, a summer's night. */
const DAYS = ['2026-11-15T13:00:00Z', '2027-03-01T08:00:00Z', '2027-07-21T22:30:00Z']

describe.each(DAYS)('the advertising of the demo on %s', (day) => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-demo-ads-'))
  const clock = { now: () => new Date(day), move() {} }
  const shop = { app_id: 'app_demo_storefront' }
  const visits = { app_id: 'app_demo_field_visits' }
  let app: TestApp
  let client: Client
  beforeAll(async () => {
    app = await createTestApp({ data_dir: folder, rate_limits: 'off' }, { clock })
    const demo = demoArchive({ ownerPassword: 'demo-password' })
    const owner = { kind: 'personal_token', user_id: demo.users[0]?.id, workspace_id: 'ws_demo' }
    const credentials = [{ ...owner, secret: 'pat_of_the_demo_company' }]
    const { users, workspaces, members, apps, entity_schemas, source_files } = demo
    const { ads_accounts, ads_campaigns, conversion_mappings } = demo
    const people = { users, workspaces, members, credentials }
    const shops = { apps, entity_schemas, source_files, ads_accounts, ads_campaigns, conversion_mappings }
    await bring({ atrium: app.atrium, clock }, { ...people, ...shops }, { data_dir: folder })
    client = app.as('pat_of_the_demo_company')
  })
  afterAll(async () => {
    await app.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('has campaigns of every kind', { tags: 'slow' }, async () => {
    const { items } = await client.campaigns.list(shop)
    const reported = Object.fromEntries(items.map((one) => [one.id.replace('cmp_demo_', ''), one]))
    expect(reported).toMatchObject({
      oak_tables: { status: 'ENABLED', primary_status: 'ELIGIBLE', serving_status: 'SERVING' },
      catalogue: { primary_status: 'LIMITED', primary_status_reasons: ['BUDGET_CONSTRAINED'] },
      benches: { status: 'PAUSED', pause_reason: 'user', primary_status: 'PAUSED' },
      sofas: { status: 'ENABLED', primary_status: 'LEARNING' },
      opening: { status: 'REMOVED', primary_status: 'REMOVED' },
    })
    const [fitting] = (await client.campaigns.list(visits)).items
    expect(fitting).toMatchObject({ status: 'PAUSED', pause_reason: 'tracking_pending' })
    expect(items).toHaveLength(5)
  })

  test('has figures of ninety days that one can believe', { tags: 'slow' }, async () => {
    const reported = await client.ads.dashboard(shop, { date_range: 'LAST_90_DAYS' })
    expect(reported.currency_code).toBe('EUR')
    expect(reported.by_day).toHaveLength(90)
    expect(reported.by_day.slice(0, -1).every(({ clicks }) => clicks > 10)).toBe(true)
    const euros = reported.cost_micros.value / 1_000_000
    expect(euros).toBeGreaterThan(6_000)
    expect(euros).toBeLessThan(14_000)
    expect(reported.ctr.value).toBeGreaterThan(0.015)
    expect(reported.ctr.value).toBeLessThan(0.06)
    expect(reported.average_cpc_micros.value).toBeGreaterThan(400_000)
    expect(reported.average_cpc_micros.value).toBeLessThan(1_400_000)
    const rate = reported.conversions.value / reported.clicks.value
    expect(rate).toBeGreaterThan(0.02)
    expect(rate).toBeLessThan(0.05)
    expect(reported.by_campaign.map(({ campaign_name }) => campaign_name).sort()).toEqual([
      'Garden benches, summer',
      'Linen sofas, autumn',
      'Oak tables, Netherlands',
      'Opening of the Antwerp showroom',
      'Whole catalogue, three countries',
    ])
    expect(Math.abs(reported.cost_micros.change ?? 9)).toBeLessThan(0.6)
    expect((await client.ads.dashboard(visits)).cost_micros.value).toBe(0)
  })

  test('has search terms of both types', { tags: 'slow' }, async () => {
    const rows = await client.ads.search_terms(shop)
    const terms = rows.map(({ search_term }) => search_term)
    expect(terms).toContain('oak dining table')
    expect(terms).toContain('linen sofa')
    expect(new Set(rows.map(({ campaign }) => campaign)).size).toBeGreaterThanOrEqual(3)
  })

  test('has tracking that a scan of its code finds, and campaigns elsewhere that wait for it', async () => {
    expect(await client.ads.scan_tracking(shop)).toEqual({ gaps: [], calls_count: 2, is_clean: true })
    expect((await client.ads.read_account(shop)).account).toMatchObject({
      tracking_verified_date: new Date(Date.parse(day) - 256 * 86_400_000).toISOString(),
    })
    expect(await client.ads.scan_tracking(visits)).toMatchObject({ skipped_reason: 'no_source' })
  })
})
