import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useFolder } from '../../test/use-folder.ts'
import { readConfig } from './config.ts'
import { configRefusal } from './test/config-refusal.ts'

const KEY = 'a key that only tests use'
const shared = { DATABASE_URL: 'postgres://db/atrium', SECRET_KEY: KEY }

const folder = useFolder()

test('the key is required with a database of your own', () => {
  expect(configRefusal({ DATABASE_URL: 'postgres://db/atrium' })).toMatch(/^SECRET_KEY is required/)
})

test('the key may be a list', () => {
  expect(readConfig({ ...shared, SECRET_KEY: ` ${KEY} , another key for tests ,` }).secret_key).toBe(
    `${KEY},another key for tests`,
  )
})

test('the key is made once, for its owner only, and used again', () => {
  const dataDir = join(folder, 'first', 'start')
  const first = readConfig({ DATA_DIR: dataDir }).secret_key
  expect(first).toMatch(/^[\w-]{43}$/)
  expect(readConfig({ DATA_DIR: dataDir }).secret_key).toBe(first)
  expect(readdirSync(dataDir)).toEqual(['secret.key'])
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe(`${first}\n`)
})

test('the key is another one in another folder', () => {
  const keys = ['a', 'b'].map((name) => readConfig({ DATA_DIR: join(folder, name) }).secret_key)
  expect(keys[0]).not.toBe(keys[1])
})

test('a key that got lost from its file is not replaced silently', () => {
  writeFileSync(join(folder, 'secret.key'), '')
  expect(configRefusal({ DATA_DIR: folder })).toMatch(/secret\.key holds no key; put it back/)
})

test('a key that is missing where a database lies is not made again', () => {
  const dataDir = join(folder, 'lost')
  const key = readConfig({ DATA_DIR: dataDir }).secret_key
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18\n')
  rmSync(join(dataDir, 'secret.key'))
  expect(configRefusal({ DATA_DIR: dataDir })).toMatch(
    /secret\.key is missing, and the database in .*lost was encrypted with one\. Put the file back/,
  )
  expect(readdirSync(dataDir)).toEqual(['postgres'])
  writeFileSync(join(dataDir, 'secret.key'), '')
  expect(configRefusal({ DATA_DIR: dataDir })).toMatch(/secret\.key holds no key, and the database in/)
  rmSync(join(dataDir, 'secret.key'))
  expect(readConfig({ DATA_DIR: dataDir, SECRET_KEY: key }).secret_key).toBe(key)
  expect(readdirSync(dataDir)).toEqual(['postgres'])
})

test('a key in a folder that cannot be used is refused with the remedy', () => {
  const path = join(folder, 'a-file')
  writeFileSync(path, '')
  expect(configRefusal({ DATA_DIR: path })).toMatch(
    /^DATA_DIR .*a-file cannot be used \(.*\); make it readable/,
  )
  expect(configRefusal({ DATA_DIR: join(path, 'below') })).toMatch(/cannot be used/)
})
