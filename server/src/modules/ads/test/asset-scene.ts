/** A workspace whose apps have advertising assets made for them. */
import type { TestApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useFolder } from '../../../../test/use-folder.ts'
import { useTeam } from '../../../../test/use-team.ts'

export const BAKERY = {
  business_name: 'Crumb & Co',
  business_description: 'Artisan sourdough bakery. We bake custom birthday cakes and gluten free pastries.',
}
export const TEXTS = { field_types: ['HEADLINE' as const] }

export function useAssets() {
  const folder = useFolder()
  const app = useApp({ rate_limits: 'off', data_dir: folder })
  const { owner } = useTeam(app)
  return {
    folder,
    app,
    owner,
    newApp: () => app.make.app(owner),
    generate: (of: { id: string }, body: object = {}, who: Person | string = owner) =>
      app.as(who).assets.generate({ app_id: of.id }, { ...BAKERY, ...body }),
    sessionOf: async (of: { id: string }, session_id: string, on: TestApp = app) =>
      (await on.as(owner).assets.list({ app_id: of.id }, { session_id })).session ?? [],
    creditsOf: async (of: { id: string }) => (await app.as(owner).credits.list({ app_id: of.id })).items,
    work: (on: TestApp = app) => on.atrium.jobs.drain({ ignoreDelays: true }),
  }
}
