import { describe, expect, test } from 'vitest'
import { useApp as appForFile } from '../../../server/test/use-app.ts'
import { useTeam as teamOf } from '../../../server/test/use-team.ts'
import { TEMPLATES } from './index.ts'

const app = appForFile({ rate_limits: 'off' })
const { owner } = teamOf(app)
const PAST_RULES = { headers: { 'x-bypass-rls': 'true' } }

describe.each(TEMPLATES.map(({ id, load }) => [id, load] as const))('the template %s', (_id, load) => {
  test('fits: its entities without a warning, its records, and rules that keep strangers out', async () => {
    const { template } = await load()
    const { id: app_id } = await app.make.app(owner, { public_settings: 'public_without_login' })
    const api = app.as(owner)
    const made = await api.schemas.replace_all({ app_id }, { entityNameToSchema: template.schemas })
    expect(made.created.toSorted()).toEqual(Object.keys(template.schemas).toSorted())
    expect(made.warnings).toBeUndefined()
    for (const { entity_name, records } of template.examples) {
      const at = { app_id, entity_name }
      expect(await api.records.bulk_create(at, [...records], PAST_RULES)).toHaveLength(records.length)
      const [first] = await api.records.list(at, {}, PAST_RULES)
      await expect(
        app.anonymous.records.delete({ ...at, entity_id: String(first?.id) }),
      ).rejects.toMatchObject({
        status: expect.toSatisfy((status: number) => [401, 403, 404].includes(status)),
      })
    }
  })
})
