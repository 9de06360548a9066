/** What derives from the contract or the settings is held against its source. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allOperations, errors, IDEMPOTENCY_KEY, refusalsOf, UNKEYED, whyUnkeyed } from '@atrium/contract'
import { expect, test } from 'vitest'
import { parts } from '../src/app.ts'
import { areAmbiguous, openApi } from '../src/platform/http/openapi.ts'
import { settings } from '../src/settings/config.ts'
import { VERSION } from '../src/version.ts'
import { listFiles, readSources, root } from './sources.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('every operation has exactly one handler, and every handler an operation', () => {
  const handled = parts.flatMap((part) => part.handlers.map(({ operation }) => operation.name))
  expect(handled.toSorted()).toEqual(allOperations.map(({ name }) => name).toSorted())
})

test('every package has the version of the product', () => {
  for (const folder of ['', 'contract/', 'sdk/', 'server/', 'console/'])
    expect(JSON.parse(read(`${folder}package.json`)).version).toBe(VERSION)
})

test('openapi.json is fresh; run npm run openapi after a change to the contract', () => {
  expect(JSON.parse(read('openapi.json'))).toEqual(JSON.parse(JSON.stringify(openApi(allOperations))))
  // By operation, so that the bound does not grow with the API.
  const each = read('openapi.json').length / allOperations.length
  expect(each, 'shared parts belong under components').toBeLessThanOrEqual(3_700)
})

test('names, and method with path, are unique', () => {
  const names = allOperations.map(({ name }) => name)
  const routes = allOperations.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(routes).size).toBe(routes.length)
})

test('no two paths of openapi.json match the same address without one being more concrete', () => {
  const paths = Object.keys(JSON.parse(read('openapi.json')).paths)
  const described = paths.flatMap((one, at) =>
    paths.slice(at + 1).flatMap((other) => (areAmbiguous(one, other) ? [[one, other]] : [])),
  )
  expect(described).toEqual([])
})

test('every POST takes an Idempotency-Key, or says in contract/src/idempotency.ts why not', () => {
  const posts = allOperations.filter(({ method }) => method === 'POST')
  const silent = posts.filter(({ name, idempotency }) => !idempotency === (whyUnkeyed(name) === undefined))
  expect(silent.map(({ name }) => name)).toEqual([])
  const names = new Set(posts.flatMap(({ name }) => [name, name.replace(/\..*/, '.*')]))
  expect(Object.keys(UNKEYED).filter((name) => !names.has(name))).toEqual([])
})

test('only a POST of somebody known takes one, and nothing else in it can be a second key', () => {
  for (const operation of allOperations.filter(({ idempotency }) => idempotency)) {
    const { name, method, credential, headers, upload, passes_through, answer_type } = operation
    expect([method, credential?.optional ?? false], name).toEqual(['POST', false])
    expect([upload, passes_through, answer_type], name).toEqual([undefined, undefined, undefined])
    const hasOwn = IDEMPOTENCY_KEY in (headers?.properties ?? {})
    expect(hasOwn, name).toBe(operation.idempotency === 'own')
  }
})

test('path parameters and their schemas agree', () => {
  for (const { name, path, params } of allOperations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    expect(Object.keys(params?.properties ?? {}), name).toEqual(inPath)
  }
})

test('every error code can be answered by an operation, or is thrown by what they stand on', () => {
  const declared = new Set(allOperations.flatMap(refusalsOf))
  const thrown = readSources()
    .filter(({ path }) => path.startsWith('server/src/') && !path.endsWith('.test.ts'))
    .map(({ text }) => text)
    .join()
  const unused = Object.keys(errors).filter(
    (code) => !declared.has(code as never) && !thrown.includes(`'${code}'`),
  )
  expect(unused).toEqual([])
})

test('.env.example and docs/self-hosting.md name exactly the settings there are', () => {
  const names = Object.keys(settings).toSorted()
  const inExample = [...read('.env.example').matchAll(/^# ?([A-Z0-9_]+)=/gm)].map((match) => match[1])
  const inDocs = [...read('docs/self-hosting.md').matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(
    (match) => match[1],
  )
  expect(inExample.toSorted()).toEqual(names)
  expect(inDocs.toSorted()).toEqual(names)
})

test('docs/architecture.md names every module and every port', () => {
  const text = read('docs/architecture.md')
  const drawn = /modules\["modules: ([^"]+)"\]/.exec(text)?.[1]?.split(', ')
  const described = [...text.matchAll(/^- \*\*([\w-]+)\*\* /gm)].map((match) => match[1])
  expect(drawn).toEqual(foldersIn('server/src/modules'))
  expect(foldersIn('server/src/ports').filter((port) => !described.includes(port))).toEqual([])
})

function foldersIn(folder: string): string[] {
  const inside = listFiles().filter((path) => path.startsWith(`${folder}/`))
  const names = inside.map((path) => path.slice(folder.length + 1).split('/'))
  return [...new Set(names.filter(({ length }) => length > 1).map(([name = '']) => name))].sort()
}

test('links between our documents lead somewhere', () => {
  const files = new Set(listFiles())
  const documents = [...files].filter((path) => path.endsWith('.md'))
  const broken = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
      .map((match) => join(path, '..', match[1] ?? ''))
      .filter(
        (target) =>
          !files.has(target) && ![...files].some((file) => file.startsWith(target.replace(/\/?$/, '/'))),
      )
      .map((target) => `${path} → ${target}`),
  )
  expect(broken).toEqual([])
})

test('the package scripts stay few', () => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts).filter(
    (name) => !name.startsWith('pre'),
  )
  expect(scripts.length).toBeLessThanOrEqual(13)
})

test('the lock file carries no download addresses', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": "http/)
})
