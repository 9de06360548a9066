/** What a command sees and may do, in the words of bubblewrap. */
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { PROGRAM_PATHS, readOnly, SEARCHED } from '../../platform/bubblewrap.ts'

export const WORK = '/work'
const HOME = '/home/user'
const TOOLS = '/tools'

export interface SandboxBounds {
  /** Of one process. */
  cpuSeconds: number
  memoryBytes: number
  fileBytes: number
  openFiles: number
  /** Of all together. */
  processes: number
  totalMemoryBytes: number
  /** Each of the folders for temporary files, which lie in memory. */
  temporaryBytes: number
  treeBytes: number
  treeFiles: number
  writtenOutputBytes: number
}

const MiB = 1_048_576

export const BOUNDS: SandboxBounds = {
  cpuSeconds: 1_800,
  memoryBytes: 2_048 * MiB,
  fileBytes: 512 * MiB,
  openFiles: 1_024,
  processes: 256,
  totalMemoryBytes: 3_072 * MiB,
  temporaryBytes: 256 * MiB,
  treeBytes: 2_048 * MiB,
  treeFiles: 300_000,
  writtenOutputBytes: 64 * MiB,
}

/** Files that programs want to find, made for the sandbox: those of the machine name its people and its network. */
export const MADE_FILES = [
  { path: '/etc/passwd', content: `user:x:1000:1000::${HOME}:/bin/sh\n` },
  { path: '/etc/group', content: 'user:x:1000:\n' },
  { path: '/etc/hosts', content: '127.0.0.1 localhost\n::1 localhost\n' },
  { path: '/etc/nsswitch.conf', content: 'passwd: files\ngroup: files\nhosts: files\n' },
] as const

export interface SandboxOptions {
  tree: string
  /** Folders of the server that are not shown, wherever they lie. */
  hidden: readonly string[]
  bounds: SandboxBounds
  /** Numbers of open files: the filter, where the first process is reported, and one for each of `MADE_FILES`. */
  files: { filter: number | null; info: number; made: readonly number[] }
}

export function sandboxArguments({ tree, hidden, bounds, files }: SandboxOptions): string[] {
  const temporary = (path: string) => ['--size', String(bounds.temporaryBytes), '--tmpfs', path]
  return [
    ...['--unshare-user', '--unshare-all', '--die-with-parent', '--new-session', '--clearenv'],
    ...['--cap-drop', 'ALL', '--uid', '1000', '--gid', '1000', '--hostname', 'sandbox'],
    ...(files.filter === null ? [] : ['--seccomp', String(files.filter)]),
    ...['--info-fd', String(files.info)],
    ...readOnly(PROGRAM_PATHS),
    ...hidden.flatMap(shownPart).flatMap((path) => ['--tmpfs', path, '--remount-ro', path]),
    ...nodeAndNpm(),
    ...MADE_FILES.flatMap(({ path }, at) => ['--ro-bind-data', String(files.made[at]), path]),
    ...['--proc', '/proc', '--remount-ro', '/proc'],
    ...['--dev', '/dev', ...temporary('/dev/shm'), '--remount-ro', '/dev'],
    ...[...temporary('/tmp'), ...temporary(HOME)],
    ...['--bind', tree, WORK, '--remount-ro', '/', '--chdir', WORK],
    ...Object.entries(ENVIRONMENT).flatMap(([name, value]) => ['--setenv', name, value]),
  ]
}

const ENVIRONMENT = {
  PATH: `${TOOLS}/bin:${SEARCHED}`,
  HOME,
  USER: 'user',
  LANG: 'C.UTF-8',
  CI: '1',
  NO_COLOR: '1',
}

/** Where it really lies, if that can be read in there. */
function shownPart(path: string): string[] {
  if (!existsSync(path)) return []
  const place = realpathSync(path)
  return PROGRAM_PATHS.some((shown) => `${place}${sep}`.startsWith(`${shown}${sep}`)) ? [place] : []
}

/** The Node that runs this server, and its npm where there is one. */
function nodeAndNpm(): string[] {
  const node = realpathSync(process.execPath)
  const npm = [join(dirname(node), '../lib/node_modules/npm'), ...NPM_PLACES].find((path) => existsSync(path))
  const links = ['npm', 'npx'].flatMap((name) => [
    ...['--symlink', `../lib/node_modules/npm/bin/${name}-cli.js`, `${TOOLS}/bin/${name}`],
  ])
  return [
    ...['--ro-bind', node, `${TOOLS}/bin/node`],
    ...(npm ? ['--ro-bind', npm, `${TOOLS}/lib/node_modules/npm`, ...links] : []),
  ]
}

const NPM_PLACES = ['/usr/local/lib/node_modules/npm', '/usr/lib/node_modules/npm']

/**
 * For `sh -c`, with the command as its first word. Shells differ in the name of the bound on processes; a bound that cannot be
 * set ends it.
 */
export function limitingScript({
  cpuSeconds,
  memoryBytes,
  fileBytes,
  openFiles,
  processes,
}: SandboxBounds): string {
  const limits = [
    'ulimit -c 0',
    `ulimit -t ${cpuSeconds}`,
    `ulimit -d ${memoryBytes / 1_024}`,
    `ulimit -f ${fileBytes / 512}`,
    `ulimit -n ${openFiles}`,
    `{ ulimit -u ${processes} 2>/dev/null || ulimit -p ${processes}; }`,
  ]
  // Both outputs are one from here on, so that they come in their order.
  return `exec 2>&1; { ${limits.join(' && ')}; } || exit 125; exec nice -n 10 sh -c "$1"`
}
