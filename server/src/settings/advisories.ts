/** The settings of where it is looked up what is wrong with packages. */
import { ConfigError } from './config-error.ts'

export const advisorySettings = {
  ADVISORY_SOURCE: {
    default: 'off',
    meaning:
      'Where security scans look packages up: `registry` (as `npm audit` does), `osv-file` (what was imported with `advisories import`) or `off`',
  },
  ADVISORY_REGISTRY_URL: {
    default: '',
    meaning: 'The package registry to ask, such as that of your company; required with `registry`',
  },
} as const

export interface AdvisorySettings {
  advisory_source: { kind: 'registry'; registryUrl: string } | { kind: 'osv-file' } | { kind: 'off' }
}

type Read = (name: keyof typeof advisorySettings) => string | null

export function readAdvisorySettings(read: Read): AdvisorySettings {
  const kind = read('ADVISORY_SOURCE') ?? advisorySettings.ADVISORY_SOURCE.default
  const registryUrl = registryAddress(read('ADVISORY_REGISTRY_URL'))
  if (kind === 'off' || kind === 'osv-file') return { advisory_source: { kind } }
  if (kind !== 'registry') {
    throw new ConfigError(`ADVISORY_SOURCE=${kind} is not known; use one of registry, osv-file, off.`)
  }
  if (registryUrl === null) throw new ConfigError('ADVISORY_SOURCE=registry needs ADVISORY_REGISTRY_URL.')
  return { advisory_source: { kind, registryUrl } }
}

function registryAddress(text: string | null): string | null {
  if (text === null) return null
  const parsed = URL.parse(text)
  // Never repeated: it may hold a password.
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '') {
    throw new ConfigError(
      'ADVISORY_REGISTRY_URL is not an http or https address without a name or password in it.',
    )
  }
  return text.replace(/\/+$/, '')
}
