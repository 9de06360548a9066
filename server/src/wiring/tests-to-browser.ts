/** Automated tests and what carries them out. */
import {
  followTestRuns,
  type TestDeps,
  type TestedApps,
  type TestNotices,
  takeTestRuns,
} from '../modules/browser-tests/index.ts'
import type { Notifications } from '../platform/database/listen.ts'
import type { Log } from '../platform/log.ts'
import { createRunningWork, type RunningWork } from '../platform/running-work.ts'
import { chooseBrowsers } from '../ports/browser/choose.ts'
import type { Browsers } from '../ports/browser/port.ts'
import type { OutboundSockets } from '../ports/outbound-http/port.ts'
import type { BrowserSettings } from '../settings/browser.ts'
import { createTestedApps, type OtherParts } from './tests-to-app.ts'
import { createTestNotices } from './tests-to-webhooks.ts'

export interface Tests {
  browsers: Browsers
  testedApps: TestedApps
  testNotices: TestNotices
  runningTests: RunningWork
}

export function createTests(options: {
  log: Log
  notifications: Pick<Notifications, 'on'>
  outboundHttp: OutboundSockets
  settings: BrowserSettings & { role: 'all' | 'api' | 'worker' }
  /** What is made later. */
  others: () => OtherParts & TestDeps
  /** In place of the usual ones. */
  browsers: Browsers | undefined
}): Tests {
  const { log, outboundHttp, settings, others } = options
  const browsers =
    options.browsers ??
    chooseBrowsers({
      path: settings.browser_path,
      most: settings.browsers,
      log,
      sockets: outboundHttp,
    })
  // Without any, runs are left to other servers; one that lacks a browser which it should have says so in their reports.
  const most = !options.browsers && settings.browsers === 0 ? 0 : browsers.most
  const runningTests = createRunningWork({ most, isWorker: settings.role !== 'api' })
  const take = () =>
    takeTestRuns(others()).catch((error) => log.warn({ err: error }, 'waiting test runs were not taken'))
  followTestRuns(options.notifications, {
    cancel: runningTests.cancel,
    take: () => void (runningTests.isWorker && take()),
  })
  return {
    browsers,
    testedApps: createTestedApps(others),
    testNotices: createTestNotices(others),
    runningTests,
  }
}
