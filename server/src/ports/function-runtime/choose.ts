import { createDenoRuntime, type DenoRuntimeOptions } from './deno.ts'
import { denoProblem, findDeno, type Machine } from './deno-path.ts'
import type { FunctionRuntime } from './port.ts'
import { unavailableRuntime } from './unavailable.ts'

/** What operators may set. */
export const FUNCTION_LIMITS = { seconds: 60, memory_mb: 256, processes: 64, processes_per_app: 8 }
export type FunctionLimits = typeof FUNCTION_LIMITS

/** Deno where it was installed along with Atrium. */
export function chooseFunctionRuntime(
  options: Omit<DenoRuntimeOptions, 'deno' | 'limits' | 'wall'> & { limits: FunctionLimits },
  machine: Machine = process,
): FunctionRuntime {
  const deno = findDeno(machine)
  if (deno === null) return unavailableRuntime(denoProblem(machine))
  const { seconds, memory_mb, processes, processes_per_app } = options.limits
  return createDenoRuntime({
    ...options,
    deno,
    limits: {
      callMs: seconds * 1000,
      memoryBytes: memory_mb * 2 ** 20,
      heapMegabytes: Math.ceil(memory_mb / 2),
      inAll: processes,
      perApp: processes_per_app,
    },
  })
}
