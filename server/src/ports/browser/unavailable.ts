import { BrowserFailure, type Browsers } from './port.ts'

/** For machines without Chromium: every run ends at once and says what to install. */
export function unavailableBrowsers(problem: string): Browsers {
  return {
    problem,
    most: 1,
    open: async () => {
      throw new BrowserFailure('unavailable', problem)
    },
    close: async () => {},
  }
}
