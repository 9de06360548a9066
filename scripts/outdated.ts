// `npm run outdated`: which libraries have a newer version than the one that is named here, before every release.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { behindOf, namedVersions } from './outdated-rules.ts'

/** Libraries that stay behind, and why; remove a line when its reason is gone. */
const HELD = {
  '@types/node': 'Node 24 is what runs here',
  rolldown: 'Vite takes 1.2 only, and there is to be one',
}

const AT_ONCE = 8
const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

const folders = ['', 'contract', 'sdk', 'server', 'console']
const named = namedVersions(
  folders.map((folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))),
)
const newest = new Map<string, string>()
const names = [...named.keys()]
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop())
      newest.set(name, await newestOf(name))
  }),
)

const unknown = [...newest].filter(([, version]) => version === '').map(([name]) => name)
const behind = behindOf(named, newest, HELD)
for (const { name, current, newest: version, held } of behind)
  console.log(`${name}  ${current} → ${version}${held ? `  (${held})` : ''}`)
if (unknown.length > 0) console.error(`No answer about ${unknown.join(', ')}.`)
const open = behind.filter(({ held }) => held === undefined)
console.log(
  `${named.size} packages, ${behind.length} behind, ${behind.length - open.length} of them on purpose.`,
)
if (open.length > 0 || unknown.length > 0) process.exitCode = 1

/** Empty when the registry does not answer. */
async function newestOf(name: string): Promise<string> {
  const asked = run('npm', ['view', name, 'version'], { cwd: root, shell: process.platform === 'win32' })
  return asked.then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
}
