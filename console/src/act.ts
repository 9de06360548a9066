/** A change: runs it, says so, reads again what it touched, and shows when it failed. */
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { refresh } from './api.ts'
import { explainError, isSignedOut } from './explain-error.ts'
import { toast } from './ui/toasts.tsx'

/** `inline`: what sent the request shows its `error`. Everything else names who shows it, usually `toastFailure`. */
type Failure = 'inline' | ((error: unknown) => void)

interface Act<Input, Result> {
  run: (input: Input) => Promise<Result>
  /** Areas of `queries` that show what changed. */
  touches: readonly string[]
  failure: Failure
  done?: (result: Result, input: Input) => string
}

export function useAct<Input = void, Result = unknown>({ run, touches, failure, done }: Act<Input, Result>) {
  return useRequest({
    run,
    failure,
    onSuccess: async (result: Result, input: Input) => {
      await refresh(...touches, 'audit')
      if (done) toast.done(done(result, input))
    },
  })
}

interface Request<Input, Result, Context>
  extends Omit<UseMutationOptions<Result, Error, Input, Context>, 'mutationFn'> {
  run: (input: Input) => Promise<Result>
  failure: Failure
}

/** The only way to send something on behalf of a person, so that no failure stays unseen. */
export function useRequest<Input = void, Result = unknown, Context = unknown>(
  request: Request<Input, Result, Context>,
) {
  const { run, failure, onError, ...options } = request
  const isShown = useIsShown()
  return useMutation({
    ...options,
    mutationFn: run,
    onError: (...given) => {
      const [error] = given
      if (failure !== 'inline') failure(error)
      // Closed or left while it was on its way: there is no form any more that could show it.
      else if (!isShown.current) toastFailure(error)
      return onError?.(...given)
    },
  })
}

export function toastFailure(error: unknown) {
  if (isSignedOut(error)) return
  const { message, request_id } = explainError(error)
  toast.failed(message, request_id ? `Request ${request_id}` : undefined)
}

function useIsShown() {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
