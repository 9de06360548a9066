/**
 * The command that starts the browser: a script that writes down its process id, and puts another wall around the browser
 * where the machine has one. The browser's own wall does not work for root, nor in most containers.
 */
import { realpathSync } from 'node:fs'
import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  faultOf,
  KERNEL_SETTINGS_READ_ONLY,
  PROGRAM_PATHS,
  quoted,
  readOnly,
} from '../../platform/bubblewrap.ts'

export interface Wall {
  /** `bubblewrap`: sees nothing of the machine but programs, libraries and fonts, and no other process. */
  readonly kind: 'bubblewrap' | 'script' | 'none'
  /** The program to start, made for this folder of a session. */
  prepare(folder: string): Promise<string>
  /** The process that was started, which leads its group; null where only the browser knows it. */
  readPid(folder: string): Promise<number | null>
}

/** Tried out and not guessed: containers often forbid namespaces, and temporary files may not be programs. */
export async function findWall(browser: string, parent: string, wanted?: Wall['kind']): Promise<Wall> {
  const folder = await mkdtemp(join(parent, 'try-'))
  for (const kind of ['bubblewrap', 'script'] as const) {
    if (wanted !== undefined && wanted !== kind) continue
    const wall = scripted(kind, browser)
    if (process.platform !== 'win32' && (await faultOf(await wall.prepare(folder), ['--version'])) === null)
      return wall
  }
  return { kind: 'none', prepare: async () => browser, readPid: async () => null }
}

function scripted(kind: 'bubblewrap' | 'script', browser: string): Wall {
  return {
    kind,
    async prepare(folder) {
      const words = kind === 'bubblewrap' ? [...bubblewrap(browser, folder), browser] : [browser]
      const script = join(folder, 'browser')
      // A third of the share of the server where both want a processor.
      const command = ['nice', '-n', '5', ...words].map(quoted).join(' ')
      await writeFile(script, `#!/bin/sh\necho $$ > ${quoted(join(folder, 'pid'))}\nexec ${command} "$@"\n`)
      await chmod(script, 0o700)
      return script
    },
    async readPid(folder) {
      return Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => '')) || null
    },
  }
}

/** What Chromium reads in addition: fonts, its settings. */
const READABLE = [...PROGRAM_PATHS, ...['/opt', '/snap', '/etc/chromium', '/etc/chromium.d', '/etc/fonts']]

/** The network stays: the proxy is on it. It sees the processes of the browser alone, and ends with all of them. */
function bubblewrap(browser: string, folder: string): string[] {
  const readable = [...READABLE, dirname(browser), dirname(realpathSync(browser))]
  return [
    'bwrap',
    ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...[
      '--die-with-parent',
      '--cap-drop',
      'ALL',
      '--uid',
      '65534',
      '--gid',
      '65534',
      '--hostname',
      'browser',
    ],
    ...readOnly(readable),
    ...['--dev', '/dev', '--proc', '/proc', ...KERNEL_SETTINGS_READ_ONLY, '--tmpfs', '/tmp'],
    ...['--bind', folder, folder, '--remount-ro', '/', '--chdir', '/'],
  ]
}
