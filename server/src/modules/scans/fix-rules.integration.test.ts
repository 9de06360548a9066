import { beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { useSharedApp } from '../../../test/use-shared-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import { storeRuleFindings } from './test/scan-scene.ts'

const app = useSharedApp()
const { owner, viewer, stranger } = useTeam(app)

const ADMIN = { user_condition: { role: 'admin' } }
const OWN = { $or: [{ created_by_id: '{{user.id}}' }, ADMIN] }
const titled = { properties: { title: { type: 'string' } } }
type At = { app_id: string }

const fix = (at: At, fingerprints: string[], more = {}) =>
  app.as(owner).scans.fix_rules(at, { fingerprints, ...more })
const ruleOf = async (at: At, name: string) => (await app.as(owner).schemas.read({ ...at, name })).rls ?? null
const idsOf = (findings: readonly { fingerprint: string }[]) => findings.map(({ fingerprint }) => fingerprint)

async function appWith(schemas: Record<string, { [key: string]: unknown }>): Promise<At> {
  const at = { app_id: (await app.make.app(owner)).id }
  for (const [name, schema] of Object.entries(schemas))
    await app.as(owner).schemas.set({ ...at, name }, schema)
  return at
}

const scanned = (at: At, version?: string) => storeRuleFindings(app, owner, at, version)

describe('what is refused, with nothing changed', () => {
  let at: At
  let all: string[]
  beforeAll(async () => {
    at = await appWith({ Open: titled, Locked: { ...titled, rls: { read: false, write: false } } })
    all = idsOf(await scanned(at))
  })

  test('those who cannot edit the app', async () => {
    const body = { fingerprints: all }
    await expect(app.as(viewer).scans.fix_rules(at, body)).rejects.toEqual(refusal(403, 'editor_required'))
    await expect(app.as(stranger).scans.fix_rules(at, body)).rejects.toEqual(refusal(404, 'app_not_found'))
  })

  test('an app that was not scanned, and what its scan did not find', async () => {
    const other = await appWith({ Open: titled })
    await expect(fix(other, all)).rejects.toEqual(refusal(404, 'scan_not_found'))
    await expect(fix(at, [all[0] ?? '', 'nope'])).rejects.toEqual(refusal(404, 'finding_not_found'))
  })

  test('what only a person can decide, together with what could be fixed', async () => {
    expect(all).toHaveLength(2)
    await expect(fix(at, all)).rejects.toEqual(refusal(409, 'rule_needs_decision'))
    expect(await ruleOf(at, 'Open')).toBeNull()
  })

  test('a scan of another app revision, or by another scanner', async () => {
    const changed = await appWith({ Open: titled })
    const found = idsOf(await scanned(changed))
    await app.as(owner).schemas.set({ ...changed, name: 'Other' }, titled)
    await expect(fix(changed, found)).rejects.toEqual(refusal(409, 'scan_out_of_date'))
    const old = await appWith({ Open: titled })
    await expect(fix(old, idsOf(await scanned(old, 'old')))).rejects.toEqual(refusal(409, 'scan_out_of_date'))
    expect(await ruleOf(changed, 'Open')).toBeNull()
  })
})

describe('a fix', () => {
  test('is shown first, and then made once, with an entry in the audit log', async () => {
    const at = await appWith({ Note: titled })
    const found = idsOf(await scanned(at))
    const changes = [{ entity_name: 'Note', before: {}, after: { rls: { read: OWN, write: OWN } } }]
    expect(await fix(at, found, { preview: true })).toEqual({ status: 'preview', changes })
    expect(await ruleOf(at, 'Note')).toBeNull()
    expect(await fix(at, [...found, ...found])).toEqual({ status: 'fixed', changes })
    expect(await ruleOf(at, 'Note')).toEqual({ read: OWN, write: OWN })
    const [entry] = (await app.as(owner).audit.list({ limit: 1 })).items
    expect(entry).toMatchObject({
      action: 'scans.fix_rules',
      app_id: at.app_id,
      detail: { entities: ['Note'], findings: ['rls_missing'] },
    })
    await expect(fix(at, found)).rejects.toEqual(refusal(409, 'scan_out_of_date'))
    expect(await scanned(at)).toEqual([])
  })

  test('of several findings of several entities is one change each, with the fields of users', async () => {
    const team = { 'data.team': '{{user.data.team}}' }
    const properties = { team: { type: 'string' }, api_key: { type: 'string' }, title: { type: 'string' } }
    const at = await appWith({
      Paper: { properties, rls: { read: team, create: team, update: team, delete: true } },
      Wiki: { properties, rls: { read: true, write: ADMIN } },
    })
    const found = await scanned(at)
    expect(found.map(({ entity_name, rule_id }) => `${entity_name} ${rule_id}`).sort()).toEqual([
      'Paper rls_always_true',
      'Paper rls_movable_row',
      'Paper rls_trusts_user_editable_field',
      'Wiki sensitive_fields_exposed',
    ])
    const { changes } = await fix(at, idsOf(found))
    expect(changes.map(({ entity_name }) => entity_name).sort()).toEqual(['Paper', 'User', 'Wiki'])
    expect(changes).toContainEqual({
      entity_name: 'User',
      before: null,
      after: { fields: { team: { write: ADMIN } } },
    })
    expect(changes).toContainEqual({
      entity_name: 'Paper',
      before: { rls: { read: team, create: team, update: team, delete: true } },
      after: {
        rls: { read: team, create: team, update: team, delete: OWN },
        fields: { team: { update: ADMIN } },
      },
    })
    const left = await scanned(at)
    expect(left.filter(({ severity }) => severity !== 'info' && severity !== 'low')).toEqual([])
    const me = { app_id: at.app_id }
    await app.as(owner).users.update_me(me, { nickname: 'kept' })
    expect(await app.as(owner).users.me(me)).toMatchObject({ nickname: 'kept' })
  })

  test('of two who fix at once is made by one', async () => {
    const at = await appWith({ Note: titled })
    const found = idsOf(await scanned(at))
    const outcomes = await Promise.allSettled([fix(at, found), fix(at, found), fix(at, found)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(refusal(409, 'scan_out_of_date'))
  })
})
