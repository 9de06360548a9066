import { expect, test } from 'vitest'
import { findPathChanges } from './find-path-changes.ts'

/** A history, newest first, in which the path had this content. */
async function* history(contents: readonly (string | null)[]) {
  for (const [i, entry_id] of contents.entries())
    yield {
      ...{ id: `commit ${contents.length - i}`, parent: null, message: '', at: new Date(0) },
      ...{ author: { name: '', email: '' }, entry_id },
    }
}
const found = async (contents: readonly (string | null)[], limit = 50) => {
  const { rows, next } = await findPathChanges(history(contents), contents.length, limit)
  return { revisions: rows.map(({ revision }) => revision), next }
}

test('a commit counts when the one before has something else there', async () => {
  expect(await found(['b', 'b', null, 'a', null])).toEqual({ revisions: [4, 3, 2], next: null })
  expect(await found(['a', 'a'])).toEqual({ revisions: [1], next: null })
  expect(await found([null, null])).toEqual({ revisions: [], next: null })
  expect(await found([])).toEqual({ revisions: [], next: null })
})

test('a page that is full says where the next one begins', async () => {
  expect(await found(['c', 'b', 'a'], 2)).toEqual({
    revisions: [3, 2],
    next: { commitId: 'commit 1', revision: 1 },
  })
})

test('one call looks at 500 commits, and then says where to go on', async () => {
  const contents = [...new Array<string>(501).fill('b'), 'a']
  expect(await found(contents)).toEqual({ revisions: [], next: { commitId: 'commit 2', revision: 2 } })
  expect(await found(contents.slice(500))).toEqual({ revisions: [2, 1], next: null })
})
