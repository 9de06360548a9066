import { storeRuleFindings } from '../../src/modules/scans/test/scan-scene.ts'
import type { Cases } from './case.ts'
import type { SpecialJob } from './job-cases.ts'
import type { World } from './world.ts'

/** An app that is to be scanned when it is published and every night. */
async function scannedApp({ app, owner, client }: World) {
  const at = { app_id: (await app.make.app(owner)).id }
  await client.scans.configure(at, { on_publish: true, nightly: true })
  return at
}

export const scanCases: Cases = {
  'scans.fix_rules': async ({ app, owner, client }) => {
    const at = { app_id: (await app.make.app(owner)).id }
    await client.schemas.set({ ...at, name: 'Order' }, { properties: {} })
    const found = await storeRuleFindings(app, owner, at)
    return () => client.scans.fix_rules(at, { fingerprints: found.map(({ fingerprint }) => fingerprint) })
  },
  'scans.run': async (world) => {
    const at = await scannedApp(world)
    return () => world.client.scans.run(at)
  },
  'scans.configure': async (world) => {
    const at = await scannedApp(world)
    return () => world.client.scans.configure(at, { static_code_enabled: false, mail: false })
  },
}

export const scanJobCases: Record<string, ((world: World) => Promise<object>) | SpecialJob> = {
  'scans.carry_out': {
    why: 'the scan is claimed before it is carried out, and its outcome stored after',
    prepare: async (world) => {
      const at = await scannedApp(world)
      await world.client.scans.run(at)
      await world.app.sql`insert into ignored_findings (app_id, fingerprint, finding_type, created_date)
        values (${at.app_id}, 'gone', 'rls', now())`
      return at
    },
    steps: ['security_scans update', 'ignored_findings delete, scan_history insert, security_scans update'],
  },
  'scans.resume': async (world) => {
    const at = await scannedApp(world)
    await world.client.scans.run(at)
    return {}
  },
  'scans.start_nightly': async (world) => {
    await scannedApp(world)
    return {}
  },
  'on.app.published.scans.scan': async (world) => {
    const at = await scannedApp(world)
    const revision = { revision_id: 'rev_1', number: 1, url: 'http://127.0.0.1/' }
    return { ...at, workspace_id: world.owner.workspace_id, ...revision }
  },
  'on.app.deleted.scans.delete': async (world) => {
    const at = await scannedApp(world)
    await world.client.scans.run(at)
    return { ...at, workspace_id: world.owner.workspace_id }
  },
}
