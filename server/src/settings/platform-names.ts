/** The setting of what this installation is called. */
import { ConfigError } from './config-error.ts'

export const platformNameSettings = {
  PLATFORM_NAMES: {
    default: '',
    meaning:
      'Comma list of further names of this installation, such as `App Forge`; suggested search themes do not contain them',
  },
} as const

export interface PlatformNameSettings {
  platform_names: readonly string[]
}

const SHORTEST = 3
const LONGEST = 100

export function readPlatformNameSettings(text: string | null): PlatformNameSettings {
  const platform_names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const odd = platform_names.find((name) => [...name].length < SHORTEST || name.length > LONGEST)
  if (odd !== undefined) {
    throw new ConfigError(`PLATFORM_NAMES: ${odd} does not have ${SHORTEST} to ${LONGEST} letters.`)
  }
  return { platform_names }
}
