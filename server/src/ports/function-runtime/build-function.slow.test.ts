/** What may become a script, and what may not get into one. */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { packTar, type TarEntry } from 'modern-tar'
import { describe, expect, test } from 'vitest'
import { createBuilder } from './build-function.ts'
import type { SourceFile } from './port.ts'
import { textOf, useFunctionRuntime } from './test/function-runtime.ts'

const { call, deploy } = useFunctionRuntime()

const file = (path: string, content: string): SourceFile => ({ path, content })
const noPackages = () => Promise.reject(new Error('nothing is fetched'))
const builder = createBuilder(noPackages)
const build = (...files: SourceFile[]) => builder({ entry: files[0]?.path ?? '', files })

async function problemOf(...files: SourceFile[]) {
  const outcome = await build(...files)
  if (outcome.kind === 'built') throw new Error(`It was built: ${outcome.script}`)
  return outcome.problems[0]
}

describe('files', () => {
  test('TypeScript, JSON and files in folders become one script', async () => {
    const version = await deploy([
      file(
        'src/main.ts',
        `import { greet } from './words/greet.ts'
        import data from '../data.json' with { type: 'json' }
        import { format } from 'util'
        Deno.serve(async (): Promise<Response> => {
          const { late } = await import('./late.ts')
          return new Response(format('%s %s', greet(data.name as string), late))
        })`,
      ),
      file(
        'src/words/greet.ts',
        'export enum Word { Hello = "Hello" }\nexport const greet = (name: string) => Word.Hello + " " + name',
      ),
      file('src/late.ts', 'export const late: string = "at last"'),
      file('data.json', '{"name":"Ada"}'),
    ])
    expect(await textOf(await call(version))).toBe('Hello Ada at last')
  })

  test('what is wrong names file and line', async () => {
    expect(await problemOf(file('main.ts', 'export default () => 1\nconst = 2'))).toMatchObject({
      path: 'main.ts',
      line: 2,
    })
    expect(await problemOf(file('main.ts', 'import "./missing.ts"'))).toMatchObject({
      message: expect.stringContaining('./missing.ts'),
    })
  })

  test('no message names a folder of the machine', async () => {
    for (const code of ['import "./missing.ts"', 'const = 2', 'import "/etc/passwd"', 'import "left-pad"']) {
      expect(JSON.stringify(await problemOf(file('main.ts', code)))).not.toMatch(
        /atrium-build|\/tmp|\/dev\/shm/,
      )
    }
  })
})

describe('nothing but its own files gets into a script', () => {
  test.each([
    `import data from '/etc/passwd'`,
    `import data from '/etc/hosts' with { type: 'text' }`,
    `import data from '../../../../../../etc/hosts'`,
    `import data from 'file:///etc/hosts'`,
    `export * from '/proc/self/environ'`,
    `const x = await import('/etc/hosts')`,
    `const x = await import('file:///etc/hosts')`,
    `const x = require('/etc/hosts')`,
    `import data from 'https://example.com/x.js'`,
    `import data from 'data:text/javascript,export default 1'`,
    `import data from 'jsr:@std/path'`,
    `import data from 'npm:left-pad@1.0.0'`,
    `import data from 'left-pad'`,
    `import { operation } from '@atrium/contract'`,
    `import fastify from 'fastify'`,
    `/// <reference path="/etc/hosts" />\nimport './x.css?raw'`,
  ])('%s', async (code) => {
    expect(
      (await problemOf(file('main.js', `${code}\nexport default () => new Response()`)))?.message,
    ).toBeTruthy()
  })

  test('neither by a tsconfig nor by a package of its own', async () => {
    const main = file(
      'main.ts',
      `import x from '#x'\nimport y from 'y'\nexport default () => new Response(String(x) + y)`,
    )
    const outcome = await build(
      main,
      file('tsconfig.json', '{"extends":"/etc/hosts","compilerOptions":{"paths":{"y":["/etc/hosts"]}}}'),
      file('package.json', '{"imports":{"#x":"/etc/hosts"}}'),
    )
    expect(outcome.kind).toBe('refused')
    const inside = await build(
      file('main.ts', `import x from '#x'\nexport default () => new Response(x)`),
      file('package.json', '{"imports":{"#x":"../../../../../etc/hosts"}}'),
    )
    expect(inside.kind).toBe('refused')
  })
})

describe('packages', () => {
  const archiveOf = async (...entries: TarEntry[]) => gzipSync(await packTar(entries))
  const entry = (name: string, body: string): TarEntry => ({
    header: { name, size: Buffer.byteLength(body) },
    body,
  })
  const integrityOf = (archive: Buffer) => `sha512-${createHash('sha512').update(archive).digest('base64')}`
  const lockOf = (packages: object) =>
    file('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }))
  const main = file('main.ts', `import { pad } from 'npm:pad@1'\nexport default () => new Response(pad('x'))`)

  async function buildWith(archive: Buffer, locked: object, path = 'node_modules/pad') {
    const asked: string[] = []
    const files = [main, lockOf({ '': {}, [path]: locked })]
    const builderWith = createBuilder(async (url) => {
      asked.push(url)
      return archive
    })
    const outcome = await builderWith({ entry: 'main.ts', files })
    return { outcome, asked }
  }
  const messageOf = ({ outcome }: Awaited<ReturnType<typeof buildWith>>) =>
    outcome.kind === 'refused' ? outcome.problems[0]?.message : 'built'

  const resolved = 'https://packages.test/pad.tgz'

  test('come by the lock file, checked by their hash', async () => {
    const archive = await archiveOf(
      entry('package/package.json', '{"name":"pad","type":"module","exports":"./index.js"}'),
      entry('package/index.js', 'export const pad = (text) => text.padStart(3, "-")'),
    )
    const { outcome, asked } = await buildWith(archive, { resolved, integrity: integrityOf(archive) })
    expect(asked).toEqual([resolved])
    if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome))
    expect(outcome.script).toContain('padStart')
    expect(
      messageOf(await buildWith(Buffer.from('other'), { resolved, integrity: integrityOf(archive) })),
    ).toContain('its hash differs')
  })

  test('use the files that they replace for browsers, of their own alone', async () => {
    const packed = (browser: object) =>
      archiveOf(
        entry(
          'package/package.json',
          JSON.stringify({ name: 'pad', main: 'index.js', type: 'module', browser }),
        ),
        entry(
          'package/index.js',
          `import { send } from './send.js'\nimport * as node from './node.js'\nexport const pad = (x) => send(x, node)`,
        ),
        entry('package/send.js', `import 'not-installed'\nexport const send = 1`),
        entry('package/fetch.js', 'export const send = (url) => fetch(url)'),
        entry('package/node.js', 'export const of = "node"'),
      )
    const outcomeWith = async (browser: object) => {
      const archive = await packed(browser)
      return buildWith(archive, { resolved, integrity: integrityOf(archive) })
    }
    const { outcome } = await outcomeWith({ './send.js': './fetch.js', './node.js': false })
    if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome))
    expect(outcome.script).toContain('fetch(url)')
    expect(outcome.script).not.toContain('"node"')
    for (const path of ['/etc/hosts', '../../../../../../../../etc/hosts'])
      expect(messageOf(await outcomeWith({ './send.js': path }))).not.toBe('built')
  })

  test.each([
    ['no hash', { resolved }],
    ['a weak hash', { resolved, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
    ['no address', { integrity: integrityOf(Buffer.from('x')) }],
    ['a link', { resolved, link: true }],
  ])('%s is refused', async (_, locked) => {
    expect(messageOf(await buildWith(Buffer.from('x'), locked))).not.toBe('built')
  })

  test.each(['node_modules/../../x', '../x', '/etc/x', 'node_modules/..', 'packages/own'])(
    '%s is no place for one',
    async (path) => {
      const archive = Buffer.from('x')
      expect(
        messageOf(await buildWith(archive, { resolved, integrity: integrityOf(archive) }, path)),
      ).toContain('is no package')
    },
  )

  test('an archive writes only plain files below its own folder', async () => {
    const evil: [TarEntry, string][] = [
      [
        entry('package/../../../main.ts', 'export default () => new Response("evil")'),
        'could not be unpacked',
      ],
      [
        { header: { name: 'package/index.js', type: 'symlink', linkname: '/etc/hosts', size: 0 } },
        'was not found',
      ],
      [
        { header: { name: 'package/index.js', type: 'link', linkname: '/etc/hosts', size: 0 } },
        'was not found',
      ],
    ]
    for (const [one, message] of evil) {
      const archive = await archiveOf(one)
      expect(messageOf(await buildWith(archive, { resolved, integrity: integrityOf(archive) }))).toContain(
        message,
      )
    }
    const bomb = gzipSync(Buffer.alloc(120 * 2 ** 20))
    expect(messageOf(await buildWith(bomb, { resolved, integrity: integrityOf(bomb) }))).toContain(
      'could not be unpacked',
    )
  })

  test('a lock file that is none, or names too many, is refused', async () => {
    expect(await problemOf(main, file('package-lock.json', '{'))).toMatchObject({
      path: 'package-lock.json',
      message: 'The lock file is no JSON',
    })
    expect((await problemOf(main, file('package-lock.json', '{"lockfileVersion":1}')))?.message).toContain(
      'version 2 or 3',
    )
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, place) => [`node_modules/p${place}`, {}]))
    expect((await problemOf(main, lockOf(many)))?.message).toContain('more than 200 packages')
  })
})
