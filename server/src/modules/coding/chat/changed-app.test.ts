import { expect, test } from 'vitest'
import { withinBytes } from './changed-app.ts'

test('patches are shown until there is no room; those that still fit are', () => {
  const file = (path: string, patch: string | null) => ({
    ...{ path, old_path: null, status: 'modified' as const, additions: 1, deletions: 0 },
    ...{ is_binary: false, patch },
  })
  const files = [file('a', '12345'), file('b', 'ääää'), file('c', null), file('d', '12345')]
  expect(withinBytes(files, 10).map(({ patch }) => patch)).toEqual(['12345', null, null, '12345'])
})
