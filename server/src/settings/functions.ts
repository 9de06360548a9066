import { FUNCTION_LIMITS, type FunctionLimits } from '../ports/function-runtime/choose.ts'
import { ConfigError } from './config-error.ts'
import { readLimits, writeLimits } from './read-limits.ts'

export const functionSettings = {
  FUNCTION_HOSTS: {
    default: '*',
    meaning:
      'Hosts that backend functions may call, such as `api.example.com,*.example.org`; `*` for every public one',
  },
  FUNCTION_LIMITS: {
    default: writeLimits(FUNCTION_LIMITS),
    meaning:
      'How long a call may take, how much memory a process, how many processes run on one node and for one app; those that are left out stay as they are',
  },
} as const

export interface FunctionSettings {
  function_hosts: readonly string[]
  function_limits: FunctionLimits
}

export function readFunctionSettings(hosts: string | null, limits: string | null): FunctionSettings {
  const names = (hosts ?? '*').split(',').map((name) => name.trim().toLowerCase())
  const odd = names.find((name) => !/^(\*|(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*)$/.test(name))
  if (odd !== undefined) throw new ConfigError(`FUNCTION_HOSTS=${odd} is neither a host nor *.`)
  return {
    function_hosts: names,
    function_limits: readLimits('FUNCTION_LIMITS', FUNCTION_LIMITS, limits),
  }
}
