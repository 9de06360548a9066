/** Live updates alone, without the rest of the client. */
export { entityRoom, runRoom } from '@atrium/contract/realtime'
export { ApiError, ConnectionError } from './errors.ts'
export { createRealtime, type ListenOptions, type Realtime, type RealtimeAddress } from './realtime.ts'
