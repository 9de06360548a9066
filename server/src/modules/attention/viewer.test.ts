import { expect, test } from 'vitest'
import { appsFor, narrowed, viewerOf } from './viewer.ts'

const PERSON = { id: 'usr_1', email: 'ada@example.com' }
const GIVEN = [
  { app_id: 'app_read', role: 'viewer' as const },
  { app_id: 'app_edit', role: 'editor' as const },
]
const as = (role: Parameters<typeof viewerOf>[0]['role'], limit: string[] | null = null) => {
  const viewer = viewerOf({ id: 'ws_1', role }, PERSON, GIVEN, limit)
  return (['viewer', 'editor', 'admin'] as const).map((need) => appsFor(viewer, need))
}

test.each<[string, Parameters<typeof as>, ReturnType<typeof as>]>([
  ['an owner sees all', ['owner'], [null, null, null]],
  ['an admin sees all', ['admin'], [null, null, null]],
  ['an editor sees nothing of the workspace itself', ['editor'], [null, null, []]],
  ['a viewer edits what was given', ['viewer'], [null, ['app_edit'], []]],
  ['a guest sees what was given', ['guest'], [['app_read', 'app_edit'], ['app_edit'], []]],
  ['an owner with a limited token is no admin', ['owner', ['app_read']], [['app_read'], ['app_read'], []]],
  ['a viewer with a limited token edits within it', ['viewer', ['app_read']], [['app_read'], [], []]],
  ['a guest with a limited token sees within it', ['guest', ['app_edit']], [['app_edit'], ['app_edit'], []]],
])('%s', (_, given, apps) => {
  expect(as(...given)).toEqual(apps)
})

test('within one app nothing else is seen, and only its editors see what they mend', () => {
  const viewer = viewerOf({ id: 'ws_1', role: 'viewer' }, PERSON, GIVEN, null)
  for (const [role, editable] of [
    ['viewer', []],
    ['editor', ['app_1']],
  ] as const) {
    const within = narrowed(viewer, 'app_1', role)
    expect([appsFor(within, 'viewer'), appsFor(within, 'editor')]).toEqual([['app_1'], editable])
  }
})
