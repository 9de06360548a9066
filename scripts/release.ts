// `npm run release -- 1.2.0`: gives everything that version, makes a section of the changelog, commits and tags.
// `npm run release -- --files` then makes the files of that release: package.ts.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLater, releaseChangelog, withVersion } from './release-rules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const version = process.argv[2] ?? ''
if (version === '--files') {
  await import('./package.ts')
  process.exit()
}
const now: string = JSON.parse(read('package.json')).version
if (!isLater(version, now)) fail(`Name a version later than ${now}: npm run release -- 1.2.0`)
if (git('status', '--porcelain') !== '') fail('Commit your changes first.')
const changelog = releaseChangelog(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10))
if (changelog === null) fail('Nothing stands under "Unreleased" in the changelog.')

const packages = ['', 'contract/', 'sdk/', 'server/', 'console/'].map((folder) => `${folder}package.json`)
for (const path of [...packages, 'package-lock.json'])
  writeFileSync(join(root, path), withVersion(read(path), version))
writeFileSync(join(root, 'CHANGELOG.md'), changelog)
execFileSync(process.execPath, ['scripts/openapi.ts'], { cwd: root })
git('commit', '--all', '--message', `release: ${version}`)
git('tag', '--annotate', `v${version}`, '--message', `Atrium ${version}`)
console.log(`Atrium ${version} is committed and tagged. Next: npm run release -- --files, then push the tag.`)

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
