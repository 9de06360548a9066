/** The command that runs Deno with no rights but its two sockets, behind another wall where the machine has one. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface Sandbox {
  /** `bubblewrap` has namespaces of its own; the others rely on Deno's permissions alone. */
  readonly wall: 'bubblewrap' | 'none'
  /** The folder holds `inside.js`, `function.js` and the folder of sockets. */
  command(folder: string, heapMegabytes: number): string[]
}

export const CALLS_SOCKET = 's/calls'
export const GATEWAY_SOCKET = 's/gateway'

/** Which walls this machine offers, tried out and not guessed: containers often forbid namespaces. */
export async function findSandbox(deno: string, wall?: Sandbox['wall']): Promise<Sandbox> {
  const bubblewrap = bubblewrapped(programNamed('bwrap'), deno)
  if (wall !== 'none' && (await runs([...bubblewrap.prefix([]), '/deno', '--version']))) {
    return { wall: 'bubblewrap', command: bubblewrap.command }
  }
  // Ends the process together with this one, also where its code never rests.
  const withParent = [programNamed('setpriv'), '--pdeathsig', 'KILL', '--']
  if (!(await runs([...withParent, deno, '--version']))) withParent.length = 0
  return {
    wall: 'none',
    command: (folder, heapMegabytes) => [...withParent, deno, ...denoArguments(folder, heapMegabytes)],
  }
}

/** Shared libraries of Deno, and nothing else of the machine. */
const LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64']

function bubblewrapped(program: string, deno: string) {
  const prefix = (binds: readonly string[]) => [
    program,
    ...['--unshare-all', '--die-with-parent', '--new-session', '--as-pid-1', '--cap-drop', 'ALL'],
    ...['--uid', '65534', '--gid', '65534', '--hostname', 'function'],
    ...LIBRARIES.filter((path) => existsSync(path)).flatMap((path) => ['--ro-bind', path, path]),
    ...['--ro-bind', deno, '/deno', '--dev', '/dev', '--proc', '/proc'],
    ...binds,
    ...['--remount-ro', '/', '--chdir', '/'],
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
    ...['--no-code-cache', '--allow-env', `--v8-flags=--max-old-space-size=${heapMegabytes}`],
    `--allow-net=${[...sockets.map((path) => `unix:${path}`), 'gateway.invalid:80'].join(',')}`,
    `--allow-read=${[code, ...sockets].join(',')}`,
    `--allow-write=${sockets.join(',')}`,
    `${folder}/inside.js`,
    code,
    ...sockets,
  ]
}

/** What the code finds in its environment: its secrets, and what keeps Deno from writing or asking anything. */
export function environmentOf(secrets: Record<string, string>): Record<string, string> {
  return {
    ...secrets,
    DENO_DIR: '/dev/null/none',
    DENO_NO_UPDATE_CHECK: '1',
    NO_COLOR: '1',
    HOME: '/',
    PATH: '',
  }
}

/** In full: the processes get no PATH to look for it. */
function programNamed(name: string): string {
  return PROGRAM_FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? name
}

const PROGRAM_FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin']

async function runs([command = '', ...words]: readonly string[]): Promise<boolean> {
  try {
    await promisify(execFile)(command, words, { timeout: 10_000 })
    return true
  } catch {
    return false
  }
}
