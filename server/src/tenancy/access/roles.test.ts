import { describe, expect, test } from 'vitest'
import { appRole, canEditWorkspace, isAdmin } from './roles.ts'

describe('a role in the workspace', () => {
  test.each([
    ['owner', true, true],
    ['admin', true, true],
    ['editor', true, false],
    ['viewer', false, false],
    ['guest', false, false],
  ] as const)('%s: edits %s, administers %s', (role, edits, administers) => {
    expect(canEditWorkspace(role)).toBe(edits)
    expect(isAdmin(role)).toBe(administers)
  })
})

describe('a role in an app', () => {
  test.each([
    ['owner', 'editor', 'editor', 'editor'],
    ['admin', 'editor', 'editor', 'editor'],
    ['editor', 'editor', 'editor', 'editor'],
    ['viewer', 'viewer', 'viewer', 'editor'],
    ['guest', null, 'viewer', 'editor'],
  ] as const)(
    '%s: %s alone, %s as a viewing, %s as an editing collaborator',
    (role, alone, viewing, editing) => {
      expect(appRole(role, null)).toBe(alone)
      expect(appRole(role, 'viewer')).toBe(viewing)
      expect(appRole(role, 'editor')).toBe(editing)
    },
  )
})
