import { describeOutboundHttp } from './conformance.ts'
import { createOutboundHttp } from './guarded.ts'

describeOutboundHttp('guarded', (allow) => createOutboundHttp({ allow, caFile: null }))
