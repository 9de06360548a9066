/** A change: runs it, says so, reads again what it touched, and shows when it failed. */
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { refresh } from './api.ts'
import { type AtOnce, showAtOnce } from './at-once.ts'
import { explainError, isSignedOut } from './explain-error.ts'
import { fill } from './language/fill.ts'
import { toast } from './ui/toasts.tsx'
import { words } from './words.ts'

/** `inline`: what sent the request shows its `error`. Everything else names who shows it, usually `toastFailure`. */
type Failure = 'inline' | ((error: unknown) => void)

interface Act<Input, Result> {
  run: (input: Input) => Promise<Result>
  /** Areas of `queries` that show what changed. */
  touches: readonly string[]
  failure: Failure
  done?: (result: Result, input: Input) => string
  /** For what is as good as certain: pages show it before the answer, and no more when it is refused. */
  atOnce?: AtOnce<Input>
}

export function useAct<Input = void, Result = unknown>(act: Act<Input, Result>) {
  const { run, touches, failure, done, atOnce } = act
  return useRequest({
    run,
    failure,
    ...(atOnce && {
      // One after the other, so that the last click is the one that counts.
      scope: { id: JSON.stringify(atOnce.within) },
      onMutate: (input: Input) => showAtOnce(atOnce, input),
      onError: async (_error: unknown, _input: Input, takeBack: (() => void) | undefined) => {
        takeBack?.()
        await refresh(...touches)
      },
    }),
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

/** How far it is, known at once and not only when the page is drawn again. */
interface Progress {
  /** How often it was sent. */
  sent: number
  /** How many of those have no outcome yet. */
  running: number
}

/** What a dialog has to know of what it sends. */
export interface Sending {
  isPending: boolean
  /** Not sent, or taken back to that by `reset`. */
  isIdle: boolean
  error: unknown
  progress: RefObject<Progress>
}

/** The only way to send something on behalf of a person, so that no failure stays unseen. */
export function useRequest<Input = void, Result = unknown, Context = unknown>(
  request: Request<Input, Result, Context>,
) {
  const { run, failure, onError, onSettled, ...options } = request
  const isShown = useIsShown()
  const progress = useRef<Progress>({ sent: 0, running: 0 })
  const mutation = useMutation({
    ...options,
    mutationFn: run,
    onError: (...given) => {
      const [error] = given
      if (failure !== 'inline') failure(error)
      // Closed or left while it was on its way: there is no form any more that could show it.
      else if (!isShown.current) toastFailure(error)
      return onError?.(...given)
    },
    onSettled: async (...given) => {
      await onSettled?.(...given)
      progress.current.running--
    },
  })
  const { mutate: send, mutateAsync: sendAndWait } = mutation
  const mutate: typeof send = useCallback((...given) => send(...counted(progress, given)), [send])
  const mutateAsync: typeof sendAndWait = useCallback(
    (...given) => sendAndWait(...counted(progress, given)),
    [sendAndWait],
  )
  return { ...mutation, mutate, mutateAsync, progress }
}

function counted<Given>(progress: RefObject<Progress>, given: Given): Given {
  progress.current.sent++
  progress.current.running++
  return given
}

export function toastFailure(error: unknown) {
  if (isSignedOut(error)) return
  const { message, request_id } = explainError(error)
  toast.failed(message, request_id ? fill(words.requestRequestId, { requestId: request_id }) : undefined)
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
