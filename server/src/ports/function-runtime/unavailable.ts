import type { FunctionRuntime } from './port.ts'

/** For machines without Deno: nothing can be deployed or called, and both say why. */
export function unavailableRuntime(problem: string): FunctionRuntime {
  return {
    problem,
    build: async () => ({ kind: 'refused', problems: [{ path: null, line: null, message: problem }] }),
    invoke: async () => ({ kind: 'failed', failure: { type: 'unavailable', message: problem } }),
    retire: () => {},
    close: async () => {},
  }
}
