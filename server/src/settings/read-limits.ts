import { ConfigError } from './config-error.ts'

/** `sockets=20000,rooms=100` as limits; those that are left out stay as they are. */
export function readLimits<Limits extends Record<keyof Limits, number>>(
  setting: string,
  usual: Limits,
  text: string | null,
): Limits {
  const limits = { ...usual }
  for (const pair of (text ?? '').split(',').filter((part) => part.trim() !== '')) {
    const [name = '', count = ''] = pair.split('=').map((part) => part.trim())
    if (!Object.hasOwn(usual, name) || !/^[1-9]\d{0,6}$/.test(count))
      throw new ConfigError(`${setting}=${pair} is not a limit such as ${writeLimits(usual).split(',')[0]}.`)
    Object.assign(limits, { [name]: Number(count) })
  }
  return limits
}

export function writeLimits(limits: object): string {
  return Object.entries(limits)
    .map(([name, count]) => `${name}=${count}`)
    .join(',')
}
