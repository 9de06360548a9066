import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useFolder } from '../../../test/use-folder.ts'
import { openFolders, removeFolder } from './remove-folder.ts'
import { makeDeep } from './test/make-deep.ts'

const folder = useFolder()

test('what is not there, a file and a folder with anything in it go', async () => {
  const [file, full] = [join(folder, 'file'), join(folder, 'full')]
  writeFileSync(file, 'x')
  mkdirSync(join(full, 'inner'), { recursive: true })
  symlinkSync(folder, join(full, 'link'))
  writeFileSync(Buffer.concat([Buffer.from(`${full}/`), Buffer.from([0xff, 0xfe])]), 'x')
  for (const path of [join(folder, 'none'), file, full]) {
    await removeFolder(path)
    expect(existsSync(path)).toBe(false)
  }
  expect(existsSync(folder)).toBe(true)
})

test.skipIf(process.platform === 'win32')('folders deeper than a path can name go', async () => {
  const deep = join(folder, 'deep')
  mkdirSync(deep)
  makeDeep(deep)
  await removeFolder(deep)
  expect(existsSync(deep)).toBe(false)
})

test.skipIf(process.platform === 'win32')('shut folders are opened, and links are not followed', async () => {
  const [tree, outside] = [join(folder, 'tree'), join(folder, 'outside')]
  mkdirSync(join(tree, 'one/two'), { recursive: true })
  mkdirSync(outside, { mode: 0o500 })
  symlinkSync(outside, join(tree, 'link'))
  for (const path of ['one/two', 'one', '.']) chmodSync(join(tree, path), 0)
  await openFolders(tree)
  const modes = [tree, join(tree, 'one'), join(tree, 'one/two'), outside]
  expect(modes.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700, 0o700, 0o500])
  chmodSync(join(tree, 'one'), 0)
  await removeFolder(tree)
  expect(existsSync(tree)).toBe(false)
})
