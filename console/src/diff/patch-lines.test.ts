import { expect, test } from 'vitest'
import { patchLines } from './patch-lines.ts'

const short = (patch: string) =>
  patchLines(patch).map(({ kind, text, before, after }) => [kind, text, before, after])

test('lines are numbered as they were and as they are', () => {
  expect(short('@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n')).toEqual([
    ['same', 'a', 1, 1],
    ['removed', 'b', 2, null],
    ['added', 'B', null, 2],
    ['same', 'c', 3, 3],
  ])
})

test('a gap shows what git says about the place, and numbers go on behind it', () => {
  expect(short('@@ -1 +1 @@\n-a\n+b\n@@ -10,2 +10,3 @@ function greet() {\n x\n+y\n z')).toEqual([
    ['removed', 'a', 1, null],
    ['added', 'b', null, 1],
    ['gap', 'function greet() {', null, null],
    ['same', 'x', 10, 10],
    ['added', 'y', null, 11],
    ['same', 'z', 11, 12],
  ])
})

test('a patch that begins further down begins with a gap', () => {
  expect(short('@@ -7 +7 @@\n-a\n+b')[0]).toEqual(['gap', '', null, null])
})

test('a new file, an end without a line break, and lines that look like signs', () => {
  expect(
    short(
      'diff --git a/x b/x\n--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+++ twice\n+@@ -1 +1 @@\n\\ No newline at end of file\n',
    ),
  ).toEqual([
    ['added', '++ twice', null, 1],
    ['added', '@@ -1 +1 @@', null, 2],
    ['note', 'No newline at end of file', null, null],
  ])
})

test('an empty line without its space counts as unchanged', () => {
  expect(short('@@ -1,3 +1,3 @@\n a\n\n-b\n+c')).toEqual([
    ['same', 'a', 1, 1],
    ['same', '', 2, 2],
    ['removed', 'b', 3, null],
    ['added', 'c', null, 3],
  ])
})

test('nothing is nothing', () => {
  expect(patchLines('')).toEqual([])
})
