/** The calls under way in one process, by the id that its code shows to reach the API. */
import type { ApiRequest, ApiResponse, FunctionCall } from './port.ts'

export interface OpenCalls {
  readonly size: number
  open(call: FunctionCall): OpenCall
  find(id: string): OpenCall | null
}

export interface OpenCall {
  readonly id: string
  callApi(request: ApiRequest): Promise<ApiResponse>
  /** Its code began work behind the answer, or ended the last of it. */
  setWork(state: 'begun' | 'ended'): void
  /** The answer is over; the call is, when no work goes on. */
  close(): void
}

export function createOpenCalls(workMs: number): OpenCalls {
  const calls = new Map<string, OpenCall>()
  return {
    get size() {
      return calls.size
    },
    find: (id) => calls.get(id) ?? null,
    open({ callApi }) {
      const id = crypto.randomUUID()
      let hasWork = false
      let isAnswered = false
      let timer: NodeJS.Timeout | undefined
      const update = () => {
        clearTimeout(timer)
        if (!isAnswered) return
        if (hasWork) timer = setTimeout(() => calls.delete(id), workMs).unref()
        else calls.delete(id)
      }
      const call: OpenCall = {
        id,
        callApi,
        setWork(state) {
          hasWork = state === 'begun'
          update()
        },
        close() {
          isAnswered = true
          update()
        },
      }
      calls.set(id, call)
      return call
    },
  }
}
