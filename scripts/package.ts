// Makes a release of what is here, in `release/`: an archive that needs no bundler, the SDK as a package, a list of all
// parts (SBOM, CycloneDX) and checksums. `npm run release -- VERSION` comes first: it makes the version and its tag.
// `npm run release -- --files` runs this.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from '../package.json' with { type: 'json' }
import { belongsToRelease, RELEASE_FILES } from './release-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = join(root, 'release')
const { version } = manifest
const name = `atrium-${version}`

run('node', ['scripts/setup.mjs'], root)
rmSync(out, { recursive: true, force: true })
const folder = join(out, name)
for (const path of RELEASE_FILES) {
  if (!existsSync(join(root, path))) continue
  mkdirSync(join(folder, path, '..'), { recursive: true })
  cpSync(join(root, path), join(folder, path), { recursive: true, filter: belongsToRelease })
}
writeFileSync(join(folder, 'RELEASE'), `${version}\n`)

const archive = `${name}.tar.gz`
run('tar', ['-czf', archive, name], out)
rmSync(folder, { recursive: true })
const sbom = `${name}.cdx.json`
const flags = ['--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application']
writeFileSync(join(out, sbom), run('npm', ['sbom', ...flags], root))
run('npm', ['run', 'build', '--workspace', 'sdk', '--silent'], root)
run('npm', ['pack', join(root, 'sdk', 'dist'), '--silent'], out)
const sdk = `atrium-sdk-${version}.tgz`

const sums = [archive, sbom, sdk].map((file) => {
  const hash = createHash('sha256').update(readFileSync(join(out, file)))
  return `${hash.digest('hex')}  ${file}\n`
})
writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
process.stdout.write(sums.join(''))

function run(command: string, args: string[], cwd: string): string {
  const shell = process.platform === 'win32'
  const done = spawnSync(command, args, { cwd, shell, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${done.stderr || done.error}`)
  return done.stdout
}
