import { expect, test } from 'vitest'
import { createSectionReader } from './parse-diff.ts'

test('a long line that is cut cannot begin another file', () => {
  const patches: (string | null)[] = []
  const reader = createSectionReader({ maxPatchBytes: 20 }, (patch) => patches.push(patch) > 0)
  const pieces = [
    'diff --git a/a b/a\n@@ -0,0 +1 @@\n+',
    'x'.repeat(40),
    'diff --git a/b b/b\n',
    'diff --git a/c b/c\n@@ +c\n',
  ]
  for (const piece of pieces) reader.take(Buffer.from(piece))
  reader.end()
  expect(patches).toEqual([null, '@@ +c\n'])
})
