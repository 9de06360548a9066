import { expect, test } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import { outboundCalls } from '../outbound-http/test/outbound-calls.ts'
import { type AdPlatformChoice, chooseAdPlatform } from './choose.ts'
import { openAdSandbox } from './test/ad-sandbox.ts'
import { CREDENTIALS, MANAGER } from './test/google-ads-server.ts'

test('the settings choose between the sandbox and Google', async () => {
  const sandbox = await openAdSandbox()
  const outboundHttp = outboundCalls()
  const ground: AdPlatformChoice = {
    google: null,
    db: sandbox.db,
    clock: sandbox.clock,
    log: collectedLog(),
    outboundHttp,
    ownFile: async () => null,
    findPlaces: async (names) => names.map(() => null),
    trackingSince: async () => null,
  }
  const google = {
    ...CREDENTIALS,
    ...{ baseUrl: 'http://127.0.0.1:9/v26', tokenUrl: 'http://127.0.0.1:9/token', managerId: MANAGER },
    ...{ developerToken: null, utcZone: 'Africa/Abidjan' },
  }
  expect(chooseAdPlatform(ground)).toMatchObject({ kind: 'sandbox', places: null })
  expect(chooseAdPlatform({ ...ground, google })).toMatchObject({
    ...{ kind: 'google', creatable_types: ['PERFORMANCE_MAX'] },
  })
  await outboundHttp.close()
  await sandbox.close()
})
