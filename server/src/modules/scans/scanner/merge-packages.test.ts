import { expect, test } from 'vitest'
import { mergePackages } from './merge-packages.ts'

const locked = (name: string, version: string, more = {}) => ({
  ...{ name, version, is_direct: false, is_dev: true, source: 'registry' as const, paths: [name] },
  ...more,
})

test('a version that several lock files name is there once, and as near as the nearest', () => {
  const more = { is_direct: true, is_dev: false, paths: ['a', 'b', 'c', 'd', 'e', 'f'] }
  expect(mergePackages([locked('qs', '1.0.0'), locked('qs', '2.0.0'), locked('qs', '1.0.0', more)])).toEqual([
    locked('qs', '1.0.0', { ...more, paths: ['qs', 'a', 'b', 'c', 'd'] }),
    locked('qs', '2.0.0'),
  ])
})
