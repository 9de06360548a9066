import type { FunctionRuntime } from './port.ts'

/** For machines without Deno: nothing can be deployed or called, and both say why. */
export function unavailableRuntime(): FunctionRuntime {
  const problem = 'Backend functions need Deno on this server; install it, and start Atrium again.'
  return {
    problem,
    build: async () => ({ kind: 'refused', problems: [{ path: null, line: null, message: problem }] }),
    invoke: async () => ({ kind: 'failed', failure: { type: 'unavailable', message: problem } }),
    retire: () => {},
    close: async () => {},
  }
}
