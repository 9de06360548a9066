/** What the image and a release hold starts with their packages alone, far from this repository. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { belongsToRelease, RELEASE_FILES } from '../../scripts/release-files.ts'
import { useFolder } from '../test/use-folder.ts'
import { type NodeProcess, spawnNode } from './node-process.ts'
import { packagesOfRelease } from './release-packages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = useFolder()
const place = join(folder, 'app')
let node: NodeProcess

beforeAll(async () => {
  for (const path of RELEASE_FILES) {
    mkdirSync(dirname(join(place, path)), { recursive: true })
    cpSync(join(root, path), join(place, path), { recursive: true, filter: belongsToRelease })
  }
  // Those of other platforms are not installed. Links would lead back here, where everything is.
  for (const path of packagesOfRelease(root).filter((path) => existsSync(join(root, path)))) {
    mkdirSync(dirname(join(place, path)), { recursive: true })
    linkFiles(join(root, path), join(place, path))
  }
  mkdirSync(join(place, 'node_modules/@atrium'), { recursive: true })
  for (const name of ['contract', 'sdk', 'server'])
    symlinkSync(join('..', '..', name), join(place, 'node_modules/@atrium', name))
  node = spawnNode({
    main: join(place, 'server/src/main.ts'),
    settings: { NODE_ENV: 'production', DATA_DIR: join(folder, 'data') },
  })
  await node.waitReady()
}, 300_000)
afterAll(() => node?.stop())

test('serves console, guides and API', async () => {
  const page = await fetch(node.address, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('<script type="module"')
  expect((await fetch(`${node.address}/docs/entities.md`)).status).toBe(200)
  const me = await fetch(`${node.address}/api/auth/me`, {
    headers: { authorization: `Bearer ${node.token}` },
  })
  expect(me.status).toBe(200)
})

test('the image asks its health as its file says, and notices when it is gone', async () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
  const [, words = ''] = /^HEALTHCHECK [^\n]*\\\n\s+CMD (\[.*\])$/m.exec(dockerfile) ?? []
  const [, ...args] = JSON.parse(words) as string[]
  const ask = (port: string) =>
    spawnSync(process.execPath, args, { env: { ...process.env, PORT: port } }).status
  expect(ask(new URL(node.address).port)).toBe(0)
  expect(ask('1')).toBe(1)
})

test('the command line is there', async () => {
  const cli = join(place, 'sdk/src/cli/main.ts')
  const env = { ...process.env, ATRIUM_URL: node.address, ATRIUM_TOKEN: node.token ?? '' }
  const { stdout, status } = spawnSync(process.execPath, [cli, 'apps', 'list'], { env, encoding: 'utf8' })
  expect([status, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ items: [] })])
})

/** Nothing writes to the files of packages, so that they need no copies. */
function linkFiles(from: string, to: string): void {
  if (spawnSync('cp', ['-al', from, to]).status !== 0)
    cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}
