/** What is the same for all that runs behind bubblewrap. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

/** Where programs are looked for, whatever the environment of the server says. */
export const SEARCHED = '/usr/local/bin:/usr/bin:/bin'

/** Programs and libraries, and what the linker, the clock and encrypted connections read. */
export const PROGRAM_PATHS = [
  ...['/usr', '/bin', '/lib', '/lib64', '/lib32', '/nix/store'],
  ...['/etc/alternatives', '/etc/ld.so.cache', '/etc/localtime', '/etc/ca-certificates'],
  // Not the whole folders: the keys of the machine's own certificates lie next to those of authorities.
  ...['/etc/ssl/certs', '/etc/ssl/cert.pem', '/etc/ssl/openssl.cnf'],
  ...['/etc/pki/ca-trust', '/etc/pki/tls/certs', '/etc/pki/tls/cert.pem', '/etc/pki/tls/openssl.cnf'],
]

/** Can be read in there, under the same paths, as far as they are on this machine. */
export function readOnly(paths: readonly string[]): string[] {
  return paths.filter((path) => existsSync(path)).flatMap((path) => ['--ro-bind', path, path])
}

/** A server that is root is root to the settings of the kernel also in there, whatever its number and its rights. */
export const KERNEL_SETTINGS_READ_ONLY = ['--ro-bind', '/proc/sys', '/proc/sys']

/** One word of a shell. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}

/** Null when the program runs, else why not: tried and not guessed, since containers often forbid namespaces. */
export async function faultOf(program: string, words: readonly string[]): Promise<string | null> {
  try {
    await promisify(execFile)(program, words, { timeout: 10_000, env: { PATH: SEARCHED } })
    return null
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
    return (said || String(error)).trim()
  }
}
