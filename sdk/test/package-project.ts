/** An empty project, far from this repository, that has the packed package installed. */
import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

export interface Project {
  folder: string
  /** Installs what its package.json names. */
  install(): Promise<void>
  /** Runs the project's own programs with the Node of the machine. */
  node(...args: string[]): Promise<{ stdout: string; stderr: string }>
  env: Record<string, string>
  /** Complains about types as `tsc` prints them; empty when all is well. */
  typeErrors(config: object): Promise<string>
}

export async function makeProject(): Promise<Project> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'atrium-package-')))
  const packed = await pack(folder)
  // No registry is reached: what the package depends on comes from what is installed here.
  const dependencies = { '@atrium/sdk': `file:${packed}`, ...installed('socket.io-client', ROOT) }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true, dependencies }))
  const install = () =>
    npm(folder, 'install', '--offline', '--install-links', '--ignore-scripts', '--no-audit', '--no-fund')
  await install()
  const env: Record<string, string> = {}
  return {
    folder,
    env,
    install,
    node: (...args) =>
      run(machineNode(), args, { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 1e8 }),
    async typeErrors(config) {
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
      const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
      return run(process.execPath, [compiler, '-p', '.'], { cwd: folder }).then(
        ({ stdout }) => stdout,
        ({ stdout }) => stdout,
      )
    },
  }
}

/** Packs the package as docs/sdk-and-cli.md says, and moves it into the folder; returns its name. */
async function pack(folder: string): Promise<string> {
  await npm(ROOT, 'run', 'pack', '--workspace', 'sdk')
  const [packed = ''] = readdirSync(join(ROOT, 'sdk')).filter((name) => name.endsWith('.tgz'))
  cpSync(join(ROOT, 'sdk', packed), join(folder, packed))
  rmSync(join(ROOT, 'sdk', packed))
  return packed
}

/** The first of the path that did not come with this repository. */
export function machineNode(): string {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const places = (process.env.PATH ?? '').split(delimiter).map((place) => join(place, name))
  const found = places.find((place) => existsSync(place) && !place.includes('node_modules'))
  return found && major(found) >= 20 ? found : process.execPath
}

function major(node: string): number {
  return Number(/\d+/.exec(execFileSync(node, ['--version'], { encoding: 'utf8' }))?.[0])
}

async function npm(cwd: string, ...args: string[]): Promise<void> {
  await run('npm', args, { cwd, shell: process.platform === 'win32' })
}

/** A package and all that it depends on, as folders of this machine. */
function installed(name: string, from: string): Record<string, string> {
  const nested = join(from, 'node_modules', name)
  const place = existsSync(nested) ? nested : join(ROOT, 'node_modules', name)
  const { dependencies = {} } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
  const below = Object.keys(dependencies).map((each) => installed(each, place))
  return Object.assign({ [name]: `file:${place}` }, ...below)
}
