/** Colours, where a person looks and wants them. */
import type { Environment } from './credentials.ts'
import type { Output } from './output.ts'

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36, grey: 90 } as const

export type Style = keyof typeof CODES
export type Paint = (style: Style | null, text: string) => string

/** NO_COLOR and FORCE_COLOR count before what the output is. */
export function paintFor({ isTTY }: Pick<Output, 'isTTY'>, env: Environment): Paint {
  if (!hasColours(isTTY === true, env)) return (_, text) => text
  return (style, text) => (style === null || text === '' ? text : `\x1b[${CODES[style]}m${text}\x1b[0m`)
}

function hasColours(isTTY: boolean, env: Environment): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '')
    return !['0', 'false'].includes(env.FORCE_COLOR)
  return isTTY && env.TERM !== 'dumb'
}
