/** The command that runs Deno with no rights but its two sockets, behind another wall where the machine has one. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { systemCallFilter } from '../../platform/system-calls.ts'
import { type Child, FILTER_FILE, launch } from './launch.ts'

export interface Sandbox {
  /** `bubblewrap` has namespaces of its own; the others rely on Deno's permissions alone. */
  readonly wall: 'bubblewrap' | 'none'
  /** Starts Deno for a folder that holds `inside.js`, `function.js` and the folder of sockets. */
  start(folder: string, memory: MemoryBounds): Child
}

export interface MemoryBounds {
  /** Of the code. */
  heapMegabytes: number
  memoryBytes: number
  /** Into which a process writes itself that joins a control group; null without one. */
  joinFile: string | null
}

export const CALLS_SOCKET = 's/calls'
export const GATEWAY_SOCKET = 's/gateway'

/** Which walls this machine offers, tried out and not guessed: containers often forbid namespaces. */
export async function findSandbox(deno: string, wall?: Sandbox['wall']): Promise<Sandbox> {
  const filter = systemCallFilter(process.arch)
  const bubblewrap = bubblewrapped(programNamed('bwrap'), deno, filter !== null)
  if (wall !== 'none' && (await runs([...bubblewrap.prefix([]), '/deno', '--version'], filter))) {
    return {
      wall: 'bubblewrap',
      start: (folder, memory) =>
        launch(bounded(bubblewrap.command(folder, memory.heapMegabytes), memory), filter),
    }
  }
  // Ends the process together with this one, also where its code never rests.
  const withParent = [programNamed('setpriv'), '--pdeathsig', 'KILL', '--']
  if (!(await runs([...withParent, deno, '--version'], null))) withParent.length = 0
  return {
    wall: 'none',
    start: (folder, memory) =>
      launch(bounded([...withParent, deno, ...denoArguments(folder, memory.heapMegabytes)], memory), null),
  }
}

/** V8 reserves so much for machine code, for the first thread and for each other; it counts as data though none is used. */
const CODE_BYTES = 560 * 2 ** 20
const MOST_THREADS = 4

/**
 * Bounds of the kernel. That on data is far above what a process may use, as V8 needs it; the group, and whoever looks
 * at the process, hold it to that. No dump of the memory is written: it holds secrets.
 */
function bounded(command: readonly string[], { memoryBytes, joinFile }: MemoryBounds): readonly string[] {
  if (process.platform !== 'linux') return command
  const data = Math.ceil((memoryBytes + (1 + MOST_THREADS) * CODE_BYTES) / 1024)
  return ['/bin/sh', '-c', BOUNDING, 'sh', String(data), joinFile ?? '', ...command]
}

/** A bound that cannot be set is lower already. */
const BOUNDING = `ulimit -c 0; ulimit -d "$1" 2>/dev/null
if [ "$2" ]; then echo 0 > "$2" || exit 125; fi
shift 2; exec "$@"`

/** Shared libraries of Deno, and nothing else of the machine. */
const LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64']

function bubblewrapped(program: string, deno: string, isFiltered: boolean) {
  const prefix = (binds: readonly string[]) => [
    program,
    ...['--unshare-all', '--die-with-parent', '--new-session', '--as-pid-1', '--cap-drop', 'ALL'],
    ...['--uid', '65534', '--gid', '65534', '--hostname', 'function'],
    ...(isFiltered ? ['--seccomp', String(FILTER_FILE)] : []),
    ...LIBRARIES.filter((path) => existsSync(path)).flatMap((path) => ['--ro-bind', path, path]),
    ...['--ro-bind', deno, '/deno', '--dev', '/dev', '--proc', '/proc'],
    ...binds,
    ...['/', '/dev', '/proc'].flatMap((path) => ['--remount-ro', path]),
    ...['--chdir', '/'],
  ]
  return {
    prefix,
    command(folder: string, heapMegabytes: number) {
      const files = ['inside.js', 'function.js'].flatMap((name) => [
        '--ro-bind',
        `${folder}/${name}`,
        `/f/${name}`,
      ])
      const sockets = ['--bind', `${folder}/s`, '/f/s']
      return [...prefix([...files, ...sockets]), '/deno', ...denoArguments('/f', heapMegabytes)]
    },
  }
}

function denoArguments(folder: string, heapMegabytes: number): string[] {
  const code = `${folder}/function.js`
  const sockets = [CALLS_SOCKET, GATEWAY_SOCKET].map((name) => `${folder}/${name}`)
  return [
    'run',
    ...['--quiet', '--no-prompt', '--no-remote', '--no-npm', '--no-config', '--no-lock', '--cached-only'],
    ...['--no-code-cache', `--v8-flags=--max-old-space-size=${heapMegabytes}`],
    `--allow-net=${[...sockets.map((path) => `unix:${path}`), 'gateway.invalid:80'].join(',')}`,
    `--allow-read=${[code, ...sockets].join(',')}`,
    `--allow-write=${sockets.join(',')}`,
    `${folder}/inside.js`,
    code,
    ...sockets,
  ]
}

/** In full: the processes get no PATH to look for it. */
function programNamed(name: string): string {
  return PROGRAM_FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? name
}

const PROGRAM_FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin']

const LONGEST_TRY_MS = 10_000

async function runs(command: readonly string[], filter: Buffer | null): Promise<boolean> {
  const child = launch(command, filter)
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_TRY_MS)
  child.stdout.resume()
  child.stderr.resume()
  try {
    const [code] = await once(child, 'close')
    return code === 0
  } catch {
    return false // there is no such program
  } finally {
    clearTimeout(timer)
  }
}
