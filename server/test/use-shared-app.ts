import { createTestApp, type SharedApp } from './app.ts'
import { useMade } from './use-started.ts'

let shared: Promise<SharedApp> | undefined

/**
 * The server that the files of a worker share, with the usual settings and without rate limits. A test makes its own
 * workspace there; one that moves the clock, runs jobs or reads what is global starts its own with `useApp`.
 */
export function useSharedApp(): SharedApp {
  return useMade(() => {
    shared ??= createTestApp({ rate_limits: 'off' })
    return shared
  })
}
