import { isIP } from 'node:net'

export function isHostName(host: string): boolean {
  return host.length <= 253 && host.split('.').every((label) => LABEL.test(label))
}

/** A name that means something only on this machine or in its network. */
export function isLocalName(host: string): boolean {
  if (isIP(host) !== 0) return false
  return !host.includes('.') || LOCAL_ENDINGS.some((ending) => host.endsWith(ending))
}

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

const LOCAL_ENDINGS = ['.localhost', '.local', '.internal', '.localdomain', '.home.arpa']
