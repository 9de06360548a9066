import { expect, test } from 'vitest'
import {
  changedSettings,
  settingsDifference,
  unknownName,
  versionOfSettings,
  type WorkspaceSettings,
} from './workspace-settings.ts'

const BEFORE: WorkspaceSettings = {
  plan: 'free',
  monthly_limit: 1000,
  billing_hold: false,
  billing_country: null,
  payment_method: 'ok',
  rate_limits: { 'members.list': 60, 'tokens.list': 5 },
  quotas: { 'app.records': 10 },
}

test.each([
  [{ rate_limits: { 'members.list': 60, 'member.list': 60 } }, { field: 'rate_limits', name: 'member.list' }],
  // It has no limit, so a number for it would do nothing.
  [{ rate_limits: { 'records.list': 60 } }, { field: 'rate_limits', name: 'records.list' }],
  // Nobody is known there, and with them no workspace.
  [{ rate_limits: { 'session.create': 60 } }, { field: 'rate_limits', name: 'session.create' }],
  [{ rate_limits: { constructor: 1 } }, { field: 'rate_limits', name: 'constructor' }],
  [{ quotas: { 'app.record': 1 } }, { field: 'quotas', name: 'app.record' }],
  [{ rate_limits: { 'members.list': null }, quotas: { 'app.records': 1 } }, null],
  [{}, null],
])('%j names nothing that is unknown but %j', (change, unknown) => {
  expect(unknownName(change)).toEqual(unknown)
})

test('a change leaves what it does not name, and null takes an amount back to its default', () => {
  const change = {
    plan: 'pro' as const,
    monthly_limit: null,
    rate_limits: { 'members.list': null, 'apps.create': 1 },
  }
  expect(changedSettings(BEFORE, change)).toEqual({
    ...BEFORE,
    plan: 'pro',
    monthly_limit: null,
    rate_limits: { 'tokens.list': 5, 'apps.create': 1 },
  })
})

test('the difference has what changed with its former value, and no other limit', () => {
  const after = changedSettings(BEFORE, {
    plan: 'pro',
    rate_limits: { 'members.list': null, 'tokens.list': 5 },
  })
  expect(settingsDifference(BEFORE, after)).toEqual({
    plan: 'pro',
    plan_before: 'free',
    rate_limits: { 'members.list': null },
    rate_limits_before: { 'members.list': 60 },
  })
  expect(settingsDifference(BEFORE, changedSettings(BEFORE, { plan: 'free', quotas: {} }))).toEqual({})
})

test('a version belongs to the settings, not to their order', () => {
  const turned = { ...BEFORE, rate_limits: { 'tokens.list': 5, 'members.list': 60 } }
  expect(versionOfSettings(turned)).toBe(versionOfSettings(BEFORE))
  expect(versionOfSettings({ ...BEFORE, quotas: {} })).not.toBe(versionOfSettings(BEFORE))
})
