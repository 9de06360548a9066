import type { Folder } from '@atrium/sdk'
import { describe, expect, test } from 'vitest'
import { foldersOf, isWithin, pathText, possibleParents, treeOf } from './folder-tree.ts'

const shop = folder('shop', { position: 2, app_ids: ['app_1'] })
const labels = folder('labels', { parent_folder_id: 'shop' })
const drafts = folder('drafts', { parent_folder_id: 'labels' })
const tools = folder('tools', { position: 1 })
const mine = folder('mine', { scope: 'personal', app_ids: ['app_1'] })
const all = [shop, labels, drafts, tools, mine]

describe('the folder tree', () => {
  test('nests by parent and sorts by position', () => {
    const [first, second] = treeOf(all, 'workspace')
    expect(first?.folder).toBe(tools)
    expect(second?.children.map((child) => child.folder)).toEqual([labels])
    expect(second?.children[0]?.children[0]?.folder).toBe(drafts)
  })

  test('keeps the scopes apart', () => {
    expect(treeOf(all, 'personal').map((node) => node.folder)).toEqual([mine])
  })

  test('shows a folder whose parent is not listed at the top', () => {
    const orphan = folder('orphan', { parent_folder_id: 'hidden' })
    expect(treeOf([orphan], 'workspace').map((node) => node.folder)).toEqual([orphan])
  })

  test('names the way to a folder', () => {
    expect(pathText(all, drafts)).toBe('shop / labels / drafts')
  })

  test('does not run in circles', () => {
    const a = folder('a', { parent_folder_id: 'b' })
    const b = folder('b', { parent_folder_id: 'a' })
    expect(pathText([a, b], a)).toBe('b / a')
  })

  test('a folder lies within itself and those above it', () => {
    expect(isWithin(all, drafts, shop)).toBe(true)
    expect(isWithin(all, shop, shop)).toBe(true)
    expect(isWithin(all, shop, drafts)).toBe(false)
  })

  test('a folder moves neither below itself nor into the other scope', () => {
    expect(possibleParents(all, shop)).toEqual([tools])
  })

  test('an app can lie in one folder of each scope', () => {
    expect(foldersOf(all, 'app_1')).toEqual([shop, mine])
  })
})

function folder(id: string, fields: Partial<Folder> = {}): Folder {
  return {
    id,
    name: id,
    scope: 'workspace',
    owner_id: null,
    parent_folder_id: null,
    position: 0,
    color: null,
    icon: null,
    app_type: null,
    app_ids: [],
    ...fields,
  }
}
