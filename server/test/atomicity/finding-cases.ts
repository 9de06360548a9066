import { makeFinding, storeResult } from '../../src/modules/scans/test/scan-scene.ts'
import type { Cases } from './case.ts'
import type { World } from './world.ts'

const RULE = makeFinding('rls_recommendations')
const HEADERS = ['a', 'b'].map((title) =>
  makeFinding('header_recommendations', { rule_id: 'csp_missing', title }),
)

async function scannedApp({ app, owner }: World) {
  const { id: app_id } = await app.make.app(owner)
  await storeResult(app, app_id, { rls_recommendations: [RULE], header_recommendations: HEADERS })
  return { app_id }
}

const IGNORE = { fingerprint: RULE.fingerprint, finding_type: 'rls' as const }

export const findingCases: Cases = {
  'findings.ignore': async (world) => {
    const of = await scannedApp(world)
    return () => world.client.findings.ignore(of, { ...IGNORE, reason: 'wont_fix' })
  },
  'findings.ignore again': async (world) => {
    const of = await scannedApp(world)
    await world.client.findings.ignore(of, IGNORE)
    return () => world.client.findings.ignore(of, { ...IGNORE, reason: 'wont_fix' })
  },
  'findings.restore': async (world) => {
    const of = await scannedApp(world)
    await world.client.findings.ignore(of, IGNORE)
    return () => world.client.findings.restore({ ...of, fingerprint: RULE.fingerprint })
  },
  'scans.dismiss_header': async (world) => {
    const of = await scannedApp(world)
    return () => world.client.scans.dismiss_header({ ...of, flag: 'csp_missing' })
  },
}
