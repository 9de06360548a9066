/** A change: runs it, says so, and reads again what it touched. */
import { useMutation } from '@tanstack/react-query'
import { refresh } from './api.ts'
import { explainError, isSignedOut } from './explain-error.ts'
import { toast } from './ui/toasts.tsx'

interface Act<Input, Result> {
  run: (input: Input) => Promise<Result>
  /** Areas of `queries` that show what changed. */
  touches: readonly string[]
  done?: (result: Result, input: Input) => string
}

/** Forms show a failure inline; everything else hands `toastFailure` to `mutate`. */
export function useAct<Input = void, Result = unknown>({ run, touches, done }: Act<Input, Result>) {
  return useMutation({
    mutationFn: run,
    onSuccess: async (result, input) => {
      await refresh(...touches, 'audit')
      if (done) toast.done(done(result, input))
    },
  })
}

export function toastFailure(error: unknown) {
  if (isSignedOut(error)) return
  const { message, request_id } = explainError(error)
  toast.failed(message, request_id ? `Request ${request_id}` : undefined)
}
