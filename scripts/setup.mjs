// Runs before `npm start` and `npm test`, on any Node from 18 up: installs what is missing and builds the console.
// With --browser it also looks for Chromium, which the console's tests need.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const at = (...parts) => join(root, ...parts)
const NODE_MAJOR = 24
/** A release brings the console built, and needs the packages of the server and the CLI alone. */
const isRelease = existsSync(at('RELEASE'))

installPackages()
requireNode()
if (!isRelease) buildConsole()
if (process.argv.includes('--browser')) findTestPrograms()

/** Installs exactly what the lock file names, once per lock file. */
function installPackages() {
  const stamp = at('node_modules', '.atrium-lock')
  const wanted = hashOf([at('package-lock.json')])
  if (read(stamp) === wanted) return
  say('installing packages (once)')
  const some = ['--omit=dev', '--workspace=server', '--workspace=sdk', '--include-workspace-root']
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(isRelease ? some : [])], {
    remedy: 'The packages could not be installed. Check the network, then try again.',
  })
  writeFileSync(stamp, wanted)
}

/** The packages bring Node along where it is published for the platform; elsewhere yours must do. */
function requireNode() {
  const own = at('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const probe = spawnSync(existsSync(own) ? own : 'node', ['--version'], { encoding: 'utf8' })
  const major = Number(/^v(\d+)/.exec(probe.stdout ?? '')?.[1] ?? 0)
  if (major < NODE_MAJOR) {
    fail(
      `Atrium needs Node ${NODE_MAJOR}; it comes with the packages on Linux and Windows. Install Node ${NODE_MAJOR}, then try again.`,
    )
  }
}

function buildConsole() {
  const stamp = at('console', 'dist', '.sources')
  const folders = ['console/src', 'console/public', 'sdk/src', 'sdk/build', 'contract/src', 'docs']
  const sources = folders.flatMap((folder) => filesBelow(at(folder)))
  // How it is built: the configurations and the pages next to them.
  const builds = readdirSync(at('console')).filter((name) => /\.(?:ts|html|json)$/.test(name))
  const wanted = hashOf([at('package-lock.json'), ...builds.map((name) => at('console', name)), ...sources])
  if (read(stamp) === wanted) return
  say('building the console')
  run('npm', ['run', 'build', '--silent', '--workspace', 'console'], {
    remedy: 'The console could not be built; the message above says why.',
  })
  writeFileSync(stamp, wanted)
}

/** Chromium and bubblewrap as the tests look for them; Debian's packages when we may install them. */
function findTestPrograms() {
  // Older releases of Debian have only the whole browser, which is slower.
  if (!isThere(process.env.BROWSER_PATH, '/usr/bin/chromium-headless-shell'))
    installOne('chromium-headless-shell', 'chromium')
  if (!isThere('/usr/bin/bwrap')) installOne('bubblewrap')
  const others = [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  if (!isThere(process.env.BROWSER_PATH, ...others))
    say('no Chromium found; the console tests will say so. Install Chromium or set BROWSER_PATH.')
}

/** The first of the packages that there is. */
function installOne(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  say(`installing ${names[0]} for the tests`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) => spawnSync('apt-get', [...args, '-qq'], { env, stdio: ['ignore', 2, 2] }).status
  apt('update')
  names.some((name) => apt('install', '-y', '--no-install-recommends', name) === 0)
}

function isThere(...paths) {
  return paths.some((path) => path && existsSync(path))
}

function run(command, args, { remedy }) {
  const isWindows = process.platform === 'win32'
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    shell: isWindows,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) fail(error ? `${command}: ${error.message}. ${remedy}` : remedy)
}

function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.filter(existsSync).sort())
    hash.update(relative(root, path)).update(readFileSync(path))
  return hash.digest('hex')
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

function say(message) {
  console.error(`atrium: ${message}`)
}

function fail(message) {
  say(message)
  process.exit(1)
}
