import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FolderPlace, placesInSight, requireFittingParent, requireRoomForFolder } from './rules.ts'

const place = (
  id: string,
  parent_folder_id: string | null = null,
  owner_id: string | null = null,
): FolderPlace => ({
  id,
  parent_folder_id,
  scope: owner_id ? 'personal' : 'workspace',
  owner_id,
})

/** f0 at the top, each next one inside the one before. */
const chain = (length: number) =>
  Array.from({ length }, (_, i) => place(`f${i}`, i === 0 ? null : `f${i - 1}`))
const fresh = { id: null, scope: 'workspace', owner_id: null } as const

describe('requireFittingParent', () => {
  test('refuses a parent that is not there', () => {
    expect(() => requireFittingParent(fresh, 'nowhere', [])).toThrow(
      expect.objectContaining({ code: 'folder_not_found' }),
    )
  })

  test('refuses a parent of the other scope', () => {
    const personal = place('p', null, 'me')
    expect(() => requireFittingParent(fresh, 'p', [personal])).toThrow(
      expect.objectContaining({ code: 'folder_scope_mismatch' }),
    )
  })

  test('20 ancestors are allowed, 21 are not', () => {
    expect(() => requireFittingParent(fresh, 'f19', chain(20))).not.toThrow()
    expect(() => requireFittingParent(fresh, 'f20', chain(21))).toThrow(
      expect.objectContaining({ code: 'folder_too_deep' }),
    )
  })

  test('a moved folder brings its subfolders along when depth is counted', () => {
    const places = [...chain(19), place('a'), place('b', 'a'), place('c', 'b')]
    expect(() => requireFittingParent(place('b', 'a'), 'f18', places)).not.toThrow()
    expect(() => requireFittingParent(place('a'), 'f18', places)).toThrow(
      expect.objectContaining({ code: 'folder_too_deep' }),
    )
  })

  test('refuses to hang a folder below itself', () => {
    for (const parent of ['f0', 'f1', 'f2']) {
      expect(() => requireFittingParent(place('f0'), parent, chain(3))).toThrow(
        expect.objectContaining({ code: 'folder_cycle' }),
      )
    }
  })

  test('whatever moves are asked for, the tree stays a tree of at most 20 ancestors', () => {
    const moves = fc.array(fc.tuple(fc.nat(29), fc.option(fc.nat(29))), { maxLength: 200 })
    fc.assert(
      fc.property(moves, (asked) => {
        const places = Array.from({ length: 30 }, (_, i) => place(`f${i}`))
        for (const [child, parent] of asked) {
          const folder = places[child] as FolderPlace
          try {
            if (parent !== null) requireFittingParent(folder, `f${parent}`, places)
            folder.parent_folder_id = parent === null ? null : `f${parent}`
          } catch {
            // a refusal changes nothing
          }
        }
        for (const folder of places) expect(ancestors(folder, places)).toBeLessThanOrEqual(20)
      }),
    )
  })
})

test('the 500th folder fits, the 501st does not', () => {
  expect(() => requireRoomForFolder(499)).not.toThrow()
  expect(() => requireRoomForFolder(500)).toThrow(expect.objectContaining({ code: 'folder_limit_reached' }))
})

test('other people’s personal folders are out of sight', () => {
  const places = [place('w'), place('mine', null, 'me'), place('theirs', null, 'them')]
  expect(placesInSight(places, 'me').map(({ id }) => id)).toEqual(['w', 'mine'])
})

function ancestors(folder: FolderPlace, places: FolderPlace[]): number {
  let count = 0
  let at: FolderPlace | undefined = folder
  while (at?.parent_folder_id && count <= 30) {
    at = places.find(({ id }) => id === at?.parent_folder_id)
    count++
  }
  return count
}
