import type { Workspace } from '@atrium/sdk'
import { describe, expect, test } from 'vitest'
import { groupsOf, type Thing } from './entries.ts'

const workspace = { id: 'ws_1', name: 'Harbour & Pine', user_role: 'owner' } as Workspace
const known = {
  ...{ workspace, app: undefined, recent: [], guides: [] },
  acts: { signOut: () => {}, showShortcuts: () => {} },
}
const thing = (name: string, type: Thing['type'] = 'app'): Thing => ({
  ...{ type, id: name, name, detail: null, app_id: 'app_1', app_name: 'Shop', entity_name: null },
})
const labels = (typed: string, ...things: Thing[]) =>
  groupsOf(known, things, typed).flatMap(({ entries }) => entries.map(({ label }) => label))

describe('the command palette', () => {
  test('shows a thing whose name begins with the text above actions that do too', () => {
    const shown = labels('new', thing('Newsletter'))
    expect(shown[0]).toBe('Newsletter')
    expect(shown).toContain('New app')
  })

  test('shows a thing whose name begins with the text above a page with such a word in its name', () => {
    expect(labels('tok', thing('Tokyo shop')).slice(0, 2)).toEqual(['Tokyo shop', 'Access tokens'])
  })

  test('shows pages first where both fit as well', () => {
    expect(labels('memb', thing('Membership')).slice(0, 2)).toEqual(['Members', 'Membership'])
  })

  test.each(['New app', 'dark theme', 'Sign out'])('%s typed whole means the action', (typed) => {
    expect(labels(typed, thing(`${typed} of old`))[0]?.toLowerCase()).toBe(typed.toLowerCase())
  })

  test('shows below what fits a thing that was found by something else than its name', () => {
    const [first, second] = labels('audit', thing('Ada Lovelace', 'member'))
    expect([first, second]).toEqual(['Audit log', 'Ada Lovelace'])
  })
})
