import { chooseFunctionRuntime, FUNCTION_LIMITS } from '../../server/src/ports/function-runtime/choose.ts'
import { createOutboundHttp } from '../../server/src/ports/outbound-http/guarded.ts'
import type { MakeFunctionRuntime } from '../../server/src/wiring/functions-to-runtime.ts'
import { collectedLog } from '../../server/test/collected-log.ts'

/** Runs functions as the server does outside of tests: in processes of Deno. */
export const realFunctions: MakeFunctionRuntime = ({ onLog }) =>
  chooseFunctionRuntime({
    outboundHttp: createOutboundHttp({ allow: [], caFile: null }),
    log: collectedLog(),
    hosts: [],
    limits: FUNCTION_LIMITS,
    onLog,
    now: () => new Date(),
  })
