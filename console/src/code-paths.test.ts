import { expect, test } from 'vitest'
import { codePaths } from './code-paths.ts'

test('every address of coding', () => {
  expect({
    sessions: codePaths.sessions('ws_1', 'app_1', { state: 'failed', cursor: 'abc' }),
    session: codePaths.session('ws_1', 'app_1', 'cod_1'),
    pullRequests: codePaths.pullRequests('ws_1', 'app_1', { state: 'all' }),
    pullRequest: codePaths.pullRequest('ws_1', 'app_1', 7),
    repository: codePaths.repository('ws_1', 'app_1'),
    chat: codePaths.chat('ws_1', 'app_1'),
  }).toEqual({
    sessions: '/w/ws_1/apps/app_1/code?state=failed&cursor=abc',
    session: '/w/ws_1/apps/app_1/code/sessions/cod_1',
    pullRequests: '/w/ws_1/apps/app_1/code/pull-requests?state=all',
    pullRequest: '/w/ws_1/apps/app_1/code/pull-requests/7',
    repository: '/w/ws_1/apps/app_1/code/repository',
    chat: '/w/ws_1/apps/app_1/chat',
  })
})
