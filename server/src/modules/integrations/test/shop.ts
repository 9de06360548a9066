import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestApp } from '../../../../test/app.ts'
import type { Config } from '../../../settings/config.ts'

/** A public app with people inside and outside its workspace and a user of its own, in a data folder of its own. */
export async function createShop(config: Partial<Config> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-shop-'))
  const app = await createTestApp({ data_dir: folder, rate_limits: 'off', ...config })
  const owner = await app.make.person('owner')
  const viewer = await app.make.person('viewer', { id: owner.workspace_id })
  const stranger = await app.make.person('owner')
  const shop = await app.make.app(owner, { public_settings: 'public_with_login' })
  const shopper = await app.make.appUser(shop)
  return {
    folder,
    app,
    owner,
    viewer,
    stranger,
    shop,
    shopper,
    async stop() {
      await app.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
