import { expect, test } from 'vitest'
import { foldersOn, type TreeNode, treeOf } from './source-tree.ts'

const short = (nodes: readonly TreeNode[]): unknown[] =>
  nodes.map(({ name, children }) => (children ? [name, short(children)] : name))

test('folders come first, and files lie in theirs', () => {
  expect(short(treeOf(['b.ts', 'src/deep/c.ts', 'a/x', 'src/a.ts', 'README.md']))).toEqual([
    ['a', ['x']],
    ['src', [['deep', ['c.ts']], 'a.ts']],
    'b.ts',
    'README.md',
  ])
  expect(treeOf([])).toEqual([])
  expect(treeOf(['src/deep/c.ts'])[0]?.children?.[0]).toMatchObject({ name: 'deep', path: 'src/deep' })
})

test('the folders on the way to a file', () => {
  expect(foldersOn('a/b/c.ts')).toEqual(['a', 'a/b'])
  expect(foldersOn('c.ts')).toEqual([])
})
