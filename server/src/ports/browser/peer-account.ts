/** Other people may have accounts on this machine: the proxy serves the account of this server alone. */
import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

/** Where the machine does not say whose a connection is, nobody is kept out. */
export async function isFromOwnAccount({ remotePort = 0, localPort = 0 }: Socket): Promise<boolean> {
  const own = process.getuid?.()
  const table = own === undefined ? null : await readFile('/proc/net/tcp', 'latin1').catch(() => null)
  if (table === null) return true
  const ends = `${loopback(remotePort)} ${loopback(localPort)}`
  const line = table.split('\n').find((one) => one.includes(ends))
  return Number(line?.trim().split(/\s+/)[7]) === own
}

/** As Linux writes it, on machines that put the lowest byte first. */
function loopback(port: number): string {
  return `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
}
