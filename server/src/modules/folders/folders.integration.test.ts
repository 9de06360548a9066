import { describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { refusal } from '../../../test/refusal.ts'
import { useSharedApp } from '../../../test/use-shared-app.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useSharedApp()
const { owner, editor, viewer, guest, stranger } = useTeam(app)

const folderIds = async (who: Person | string) =>
  (await app.as(who).folders.tree()).folders.map(({ id }) => id)
const inFolder = async (who: Person | string, id: string) =>
  (await app.as(who).folders.tree()).folders.find((folder) => folder.id === id)?.app_ids

describe('folders.tree', () => {
  test('shows the workspace’s folders and one’s own, never another person’s', async () => {
    const shared = await app.make.folder(owner)
    const mine = await app.make.folder(editor, { scope: 'personal' })
    const theirs = await app.make.folder(viewer, { scope: 'personal' })
    const seen = await folderIds(editor)
    expect(seen).toEqual(expect.arrayContaining([shared.id, mine.id]))
    expect(seen).not.toContain(theirs.id)
    expect(await folderIds(stranger)).not.toContain(shared.id)
    expect(await folderIds(owner)).not.toContain(theirs.id)
  })

  test('has the workspace’s folders first, then one’s own, by position, then by name in either case', async () => {
    const person = await app.make.person('owner')
    const client = app.as(person)
    for (const [name, scope, position] of [
      ['b', 'workspace', 1],
      ['mine', 'personal', 0],
      ['Last', 'workspace', 2],
      ['C', 'workspace', 1],
      ['a', 'workspace', 1],
      ['First', 'workspace', 0],
    ] as const)
      await client.folders.create({ name, scope, position })
    const { folders } = await client.folders.tree()
    expect(folders.map(({ name }) => name)).toEqual(['First', 'a', 'b', 'C', 'Last', 'mine'])
  })

  test('an unknown or foreign workspace is not found', async () => {
    const session = await app.make.session(owner)
    for (const workspaceId of ['ws_nope', stranger.workspace_id]) {
      await expect(app.as(session).folders.tree({ workspaceId })).rejects.toEqual(
        refusal(404, 'workspace_not_found'),
      )
    }
    await expect(app.as(owner).folders.tree({ workspaceId: stranger.workspace_id })).rejects.toEqual(
      refusal(404, 'workspace_not_found'),
    )
  })

  test('a token limited to some apps leaves the folders themselves as they are', async () => {
    const folder = await app.make.folder(owner)
    const own = await app.make.folder(owner, { scope: 'personal' })
    const limited = app.as(await app.make.token(owner, { app_ids: [(await app.make.app(owner)).id] })).folders
    for (const change of [
      () => limited.create({ name: 'x', scope: 'workspace' }),
      () => limited.create({ name: 'x', scope: 'personal' }),
      () => limited.update({ folder_id: folder.id }, { name: 'x' }),
      () => limited.delete({ folder_id: folder.id }),
      () => limited.delete({ folder_id: own.id }),
    ])
      await expect(change()).rejects.toEqual(refusal(403, 'token_limited_to_apps'))
    await limited.tree()
  })

  test('a guest sees only apps given to them, a limited token only its own', async () => {
    const folder = await app.make.folder(owner)
    const [given, kept] = [await app.make.app(owner), await app.make.app(owner)]
    await app.make.collaborator(given, guest, 'viewer')
    await app.as(owner).folders.add_items({ folder_id: folder.id }, { app_ids: [given.id, kept.id] })
    expect(await inFolder(guest, folder.id)).toEqual([given.id])
    expect(await inFolder(await app.make.token(owner, { app_ids: [kept.id] }), folder.id)).toEqual([kept.id])
    expect(await inFolder(viewer, folder.id)).toEqual([given.id, kept.id].sort())
  })
})

describe('folders.create', () => {
  test('answers 201 with the whole folder', async () => {
    const parent = await app.make.folder(owner)
    const folder = await app.as(editor).folders.create({
      name: 'Shop',
      scope: 'workspace',
      parent_folder_id: parent.id,
      position: 3,
      color: '#fff',
      icon: 'store',
      app_type: 'agent',
    })
    expect(folder).toEqual({
      id: expect.stringMatching(/^fld_/),
      name: 'Shop',
      scope: 'workspace',
      owner_id: null,
      parent_folder_id: parent.id,
      position: 3,
      color: '#fff',
      icon: 'store',
      app_type: 'agent',
      app_ids: [],
    })
    expect(await folderIds(viewer)).toContain(folder.id)
  })

  test('a viewer or guest makes personal folders only', async () => {
    for (const person of [viewer, guest]) {
      const client = app.as(person)
      await expect(client.folders.create({ name: 'x', scope: 'workspace' })).rejects.toEqual(
        refusal(403, 'editor_required'),
      )
      const own = await client.folders.create({ name: 'x', scope: 'personal' })
      expect(own.owner_id).toBe(person.id)
    }
  })

  test('refuses a parent that is missing, another person’s or of the other scope', async () => {
    const client = app.as(editor)
    const theirs = await app.make.folder(viewer, { scope: 'personal' })
    const shared = await app.make.folder(owner)
    const make = (parent_folder_id: string) =>
      client.folders.create({ name: 'x', scope: 'personal', parent_folder_id })
    await expect(make('fld_nope')).rejects.toEqual(refusal(404, 'folder_not_found'))
    await expect(make(theirs.id)).rejects.toEqual(refusal(404, 'folder_not_found'))
    await expect(make(shared.id)).rejects.toEqual(refusal(400, 'folder_scope_mismatch'))
  })

  test('refuses the 22nd level', async () => {
    const client = app.as(await app.make.person('owner'))
    let parent_folder_id: string | null = null
    for (let level = 0; level <= 20; level++) {
      parent_folder_id = (
        await client.folders.create({ name: `${level}`, scope: 'workspace', parent_folder_id })
      ).id
    }
    await expect(client.folders.create({ name: 'x', scope: 'workspace', parent_folder_id })).rejects.toEqual(
      refusal(409, 'folder_too_deep'),
    )
  })

  test('refuses the 501st of a workspace, also when asked at once', async () => {
    const person = await app.make.person('owner')
    for (let i = 0; i < 498; i++) await app.make.folder(person)
    const client = app.as(person)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => client.folders.create({ name: 'x', scope: 'personal' })),
    )
    const refused = outcomes
      .filter((outcome) => outcome.status === 'rejected')
      .map((outcome) => outcome.reason)
    expect(refused).toEqual(Array(4).fill(refusal(409, 'folder_limit_reached')))
  })

  test('an unknown workspace is not found', async () => {
    const client = app.as(owner)
    const query = { workspaceId: stranger.workspace_id }
    await expect(client.folders.create({ name: 'x', scope: 'personal' }, { query })).rejects.toEqual(
      refusal(404, 'workspace_not_found'),
    )
  })

  test.each([
    [{ scope: 'workspace' }, 'name', 'missing'],
    [{ name: '', scope: 'workspace' }, 'name', 'string_too_short'],
    [{ name: '  ', scope: 'workspace' }, 'name', 'string_pattern_mismatch'],
    [{ name: 'x'.repeat(101), scope: 'workspace' }, 'name', 'string_too_long'],
    [{ name: 'x', scope: 'team' }, 'scope', 'literal_error'],
    [{ name: 'x', scope: 'workspace', position: -1 }, 'position', 'greater_than_equal'],
    [{ name: 'x', scope: 'workspace', app_type: 'bot' }, 'app_type', 'literal_error'],
  ])('refuses %j', async (body, field, type) => {
    await expect(app.as(owner).folders.create(body as never)).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['body', field], type }],
    })
  })
})

describe('folders.update', () => {
  test('changes only what is sent', async () => {
    const folder = await app.make.folder(owner, { name: 'Before' })
    const client = app.as(editor)
    const named = await client.folders.update({ folder_id: folder.id }, { name: 'After', color: 'red' })
    expect(named).toMatchObject({ name: 'After', color: 'red', position: 0 })
    const plain = await client.folders.update({ folder_id: folder.id }, { color: null })
    expect(plain).toMatchObject({ name: 'After', color: null })
    expect(await client.folders.update({ folder_id: folder.id }, {})).toEqual(plain)
  })

  test('moves below another folder and back to the top', async () => {
    const [parent, child] = [await app.make.folder(owner), await app.make.folder(owner)]
    const client = app.as(owner)
    const moved = await client.folders.update({ folder_id: child.id }, { parent_folder_id: parent.id })
    expect(moved.parent_folder_id).toBe(parent.id)
    const top = await client.folders.update({ folder_id: child.id }, { parent_folder_id: null })
    expect(top.parent_folder_id).toBeNull()
  })

  test('a parent that is missing, of another workspace or another person’s own is not found', async () => {
    const hidden = [
      'fld_nope',
      (await app.make.folder(stranger)).id,
      (await app.make.folder(stranger, { scope: 'personal' })).id,
      (await app.make.folder(viewer, { scope: 'personal' })).id,
    ]
    for (const scope of ['workspace', 'personal'] as const) {
      const folder = await app.make.folder(editor, { scope })
      for (const parent_folder_id of hidden) {
        await expect(
          app.as(editor).folders.update({ folder_id: folder.id }, { parent_folder_id }),
        ).rejects.toEqual(refusal(404, 'folder_not_found'))
      }
    }
  })

  test('refuses a move into itself, into the other scope, or too deep', async () => {
    const person = await app.make.person('owner')
    const client = app.as(person)
    const parent = await app.make.folder(person)
    const child = await app.make.folder(person, { parent_folder_id: parent.id })
    const mine = await app.make.folder(person, { scope: 'personal' })
    const move = (parent_folder_id: string) =>
      client.folders.update({ folder_id: parent.id }, { parent_folder_id })
    await expect(move(child.id)).rejects.toEqual(refusal(409, 'folder_cycle'))
    await expect(move(parent.id)).rejects.toEqual(refusal(409, 'folder_cycle'))
    await expect(move(mine.id)).rejects.toEqual(refusal(400, 'folder_scope_mismatch'))
    let deep = await app.make.folder(person)
    for (let level = 1; level <= 19; level++)
      deep = await app.make.folder(person, { parent_folder_id: deep.id })
    await expect(move(deep.id)).rejects.toEqual(refusal(409, 'folder_too_deep'))
  })

  test('two moves at once never make a circle', async () => {
    const person = await app.make.person('owner')
    const client = app.as(person)
    for (let round = 0; round < 10; round++) {
      const [a, b] = [await app.make.folder(person), await app.make.folder(person)]
      const outcomes = await Promise.allSettled([
        client.folders.update({ folder_id: a.id }, { parent_folder_id: b.id }),
        client.folders.update({ folder_id: b.id }, { parent_folder_id: a.id }),
      ])
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })
})

describe.each(['update', 'delete', 'add_items', 'remove_item'] as const)('folders.%s', (verb) => {
  const attempt = async (who: Person | string, folder_id: string) => {
    const client = app.as(who)
    const target = await app.make.app(owner)
    switch (verb) {
      case 'update':
        return client.folders.update({ folder_id }, { name: 'x' })
      case 'delete':
        return client.folders.delete({ folder_id })
      case 'add_items':
        return client.folders.add_items({ folder_id }, { app_ids: [target.id] })
      case 'remove_item':
        return client.folders.remove_item({ folder_id, app_id: target.id })
    }
  }

  test('a missing, foreign or other person’s folder is not found', async () => {
    const foreign = await app.make.folder(stranger)
    const personal = await app.make.folder(viewer, { scope: 'personal' })
    for (const id of ['fld_nope', foreign.id, personal.id]) {
      await expect(attempt(owner, id)).rejects.toEqual(refusal(404, 'folder_not_found'))
    }
    await expect(attempt(await app.make.session(owner), foreign.id)).rejects.toEqual(
      refusal(404, 'folder_not_found'),
    )
  })

  test('a viewer changes no workspace folder, but their own', async () => {
    const shared = await app.make.folder(owner)
    await expect(attempt(viewer, shared.id)).rejects.toEqual(refusal(403, 'editor_required'))
    await expect(attempt(guest, shared.id)).rejects.toEqual(refusal(403, 'editor_required'))
    const own = await app.make.folder(viewer, { scope: 'personal' })
    await expect(attempt(viewer, own.id)).resolves.toBeTruthy()
  })

  test('a session works as its user does', async () => {
    const shared = await app.make.folder(owner)
    await expect(attempt(await app.make.session(editor), shared.id)).resolves.toBeTruthy()
  })
})

describe('folders.delete', () => {
  test('takes the subfolders along, the apps stay', async () => {
    const folder = await app.make.folder(owner)
    const child = await app.make.folder(owner, { parent_folder_id: folder.id })
    const grandchild = await app.make.folder(owner, { parent_folder_id: child.id })
    const sister = await app.make.folder(owner)
    const target = await app.make.app(owner)
    const client = app.as(owner)
    await client.folders.add_items({ folder_id: child.id }, { app_ids: [target.id] })
    expect(await client.folders.delete({ folder_id: folder.id })).toEqual({ deleted: true })
    const left = await folderIds(owner)
    for (const { id } of [folder, child, grandchild]) expect(left).not.toContain(id)
    expect(left).toContain(sister.id)
    expect((await client.apps.read({ app_id: target.id })).id).toBe(target.id)
  })
})
