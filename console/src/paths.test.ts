import { describe, expect, test } from 'vitest'
import { callbackIn, paths, safeReturn } from './paths.ts'
import { workspacePaths } from './workspace-paths.ts'

describe('paths', () => {
  test('every address of the console', () => {
    expect({
      home: paths.home(),
      signIn: paths.signIn('/w/ws_1/members?search=ada'),
      signInFromHome: paths.signIn('/'),
      apps: paths.apps('ws_1'),
      folder: paths.apps('ws_1', { folder: 'fld_1', sort: '-name', cursor: 'abc' }),
      app: paths.app('ws_1', 'app_1'),
      appSettings: paths.appSettings('ws_1', 'app_1'),
      entities: paths.entities('ws_1', 'app_1'),
      records: paths.records('ws_1', 'app_1', 'Task', { q: '{"done":true}', sort: '-due', past_rules: 'on' }),
      schemas: paths.schemas('ws_1', 'app_1'),
      rules: paths.rules('ws_1', 'app_1', 'Task'),
      appUsers: paths.appUsers('ws_1', 'app_1', { search: 'ada' }),
      files: paths.files('ws_1', 'app_1', { visibility: 'private' }),
      site: paths.site('ws_1', 'app_1'),
      workflows: paths.workflows('ws_1', 'app_1', { status: 'inactive', trigger: 'schedule' }),
      workflow: paths.workflow('ws_1', 'app_1', 'wfl_1'),
      workflowSettings: paths.workflowPart('ws_1', 'app_1', 'wfl_1', 'settings'),
      workflowRuns: paths.workflowRuns('ws_1', 'app_1', 'wfl_1', { status: 'failed' }),
      allRuns: paths.allRuns('ws_1', 'app_1', { trigger: 'webhook', cursor: 'abc' }),
      run: paths.run('ws_1', 'app_1', 'wfl_1', 'run_1'),
      tests: paths.tests('ws_1', 'app_1', { cursor: 'abc' }),
      newTest: paths.newTest('ws_1', 'app_1'),
      recordedTest: paths.newTest('ws_1', 'app_1', 'rcd_1'),
      test: paths.test('ws_1', 'app_1', 'flw_1'),
      testStats: paths.testStats('ws_1', 'app_1', 'flw_1'),
      testRuns: paths.testRuns('ws_1', 'app_1', { flow: 'flw_1', status: 'failed' }),
      testRun: paths.testRun('ws_1', 'app_1', 'exe_1'),
      security: paths.security('ws_1', 'app_1', { severity: 'critical,high', ignored: 'on' }),
      scanHistory: paths.securityPart('ws_1', 'app_1', 'history', { cursor: 'abc' }),
      functionLine: paths.function('ws_1', 'app_1', 'orders/paid', 'index.ts', 7),
      ads: paths.ads('ws_1', 'app_1', { range: 'LAST_MONTH' }),
      adLaunch: paths.adLaunch('ws_1', 'app_1', 'places'),
      adLaunchUnknown: paths.adLaunchUnknown('ws_1', 'app_1', 'Sofas & tables'),
      adCampaigns: paths.adCampaigns('ws_1', 'app_1', { range: 'TODAY', cursor: 'abc' }),
      adCampaign: paths.adCampaign('ws_1', 'app_1', 'cmp_1', { from: '2026-11-01', to: '2026-11-15' }),
      searchTerms: paths.searchTerms('ws_1', 'app_1', { sort: '-clicks' }),
      adAssets: paths.adAssets('ws_1', 'app_1', { session: 'ags_1', kind: 'LOGO' }),
      tracking: paths.tracking('ws_1', 'app_1'),
      agents: paths.agents('ws_1'),
      agent: paths.agent('ws_1', 'app_1'),
      agentWebhooks: paths.webhooks('ws_1', { kind: 'agent', id: 'app_1' }),
      appWebhooks: paths.webhooks('ws_1', { kind: 'app', id: 'app_1' }),
      deliveries: paths.deliveries('ws_1', { kind: 'agent', id: 'app_1' }, 'whk_1', {
        status: 'failed',
        event_type: 'message.created',
      }),
      connectors: paths.connectors('ws_1', 'app_1', { search: 'shop', category: 'commerce' }),
      connectorCalls: paths.connectorCalls('ws_1', 'app_1', { connector: 'shopify', failed: 'on' }),
      ownConnectors: paths.ownConnectors('ws_1'),
      newConnector: paths.newConnector('ws_1'),
      ownConnector: paths.ownConnector('ws_1', 'acme-erp'),
      clientIds: paths.clientIds('ws_1'),
      tokens: paths.tokens('ws_1'),
      members: paths.members('ws_1', { search: 'ada & grace' }),
      filteredMembers: paths.members('ws_1', { role: 'admin,editor', apps_min: '2', sort: '-credits' }),
      credits: paths.credits('ws_1', { user: 'usr_1', kind: 'agent_message', from: '2026-11-01' }),
      mail: paths.mail('ws_1'),
      backups: workspacePaths.backups('ws_1'),
      failedBackups: workspacePaths.backups('ws_1', { status: 'failed' }),
      audit: paths.audit('ws_1', { action: 'tokens.create', actor_email: 'ada@example.com' }),
    }).toEqual({
      home: '/',
      signIn: '/sign-in?to=%2Fw%2Fws_1%2Fmembers%3Fsearch%3Dada',
      signInFromHome: '/sign-in',
      apps: '/w/ws_1/apps',
      folder: '/w/ws_1/apps?folder=fld_1&sort=-name&cursor=abc',
      app: '/w/ws_1/apps/app_1',
      appSettings: '/w/ws_1/apps/app_1/settings',
      entities: '/w/ws_1/apps/app_1/entities',
      records: '/w/ws_1/apps/app_1/entities/Task?q=%7B%22done%22%3Atrue%7D&sort=-due&past_rules=on',
      schemas: '/w/ws_1/apps/app_1/entity-schemas',
      rules: '/w/ws_1/apps/app_1/entity-schemas/Task/rls',
      appUsers: '/w/ws_1/apps/app_1/users?search=ada',
      files: '/w/ws_1/apps/app_1/files?visibility=private',
      site: '/w/ws_1/apps/app_1/site',
      workflows: '/w/ws_1/apps/app_1/workflows?status=inactive&trigger=schedule',
      workflow: '/w/ws_1/apps/app_1/workflows/wfl_1',
      workflowSettings: '/w/ws_1/apps/app_1/workflows/wfl_1/settings',
      workflowRuns: '/w/ws_1/apps/app_1/workflows/wfl_1/runs?status=failed',
      allRuns: '/w/ws_1/apps/app_1/workflows/runs?trigger=webhook&cursor=abc',
      run: '/w/ws_1/apps/app_1/workflows/wfl_1/runs/run_1',
      tests: '/w/ws_1/apps/app_1/tests?cursor=abc',
      newTest: '/w/ws_1/apps/app_1/tests/new',
      recordedTest: '/w/ws_1/apps/app_1/tests/new?recording=rcd_1',
      test: '/w/ws_1/apps/app_1/tests/flw_1',
      testStats: '/w/ws_1/apps/app_1/tests/flw_1/stats',
      testRuns: '/w/ws_1/apps/app_1/tests/runs?flow=flw_1&status=failed',
      testRun: '/w/ws_1/apps/app_1/tests/runs/exe_1',
      security: '/w/ws_1/apps/app_1/security?severity=critical%2Chigh&ignored=on',
      scanHistory: '/w/ws_1/apps/app_1/security/history?cursor=abc',
      functionLine: '/w/ws_1/apps/app_1/functions/orders%2Fpaid?file=index.ts&line=7',
      ads: '/w/ws_1/apps/app_1/ads?range=LAST_MONTH',
      adLaunch: '/w/ws_1/apps/app_1/ads/launch?step=places',
      adLaunchUnknown: '/w/ws_1/apps/app_1/ads/launch/unknown?name=Sofas+%26+tables',
      adCampaigns: '/w/ws_1/apps/app_1/ads/campaigns?range=TODAY&cursor=abc',
      adCampaign: '/w/ws_1/apps/app_1/ads/campaigns/cmp_1?from=2026-11-01&to=2026-11-15',
      searchTerms: '/w/ws_1/apps/app_1/ads/search-terms?sort=-clicks',
      adAssets: '/w/ws_1/apps/app_1/ads/assets?session=ags_1&kind=LOGO',
      tracking: '/w/ws_1/apps/app_1/ads/tracking',
      agents: '/w/ws_1/agents',
      agent: '/w/ws_1/agents/app_1',
      agentWebhooks: '/w/ws_1/agents/app_1/webhooks',
      appWebhooks: '/w/ws_1/apps/app_1/webhooks',
      deliveries: '/w/ws_1/agents/app_1/webhooks/whk_1?status=failed&event_type=message.created',
      connectors: '/w/ws_1/apps/app_1/connectors?search=shop&category=commerce',
      connectorCalls: '/w/ws_1/apps/app_1/connectors/calls?connector=shopify&failed=on',
      ownConnectors: '/w/ws_1/connectors',
      newConnector: '/w/ws_1/connectors/new',
      ownConnector: '/w/ws_1/connectors/own/acme-erp',
      clientIds: '/w/ws_1/connectors/client-ids',
      tokens: '/w/ws_1/tokens',
      members: '/w/ws_1/members?search=ada+%26+grace',
      filteredMembers: '/w/ws_1/members?role=admin%2Ceditor&apps_min=2&sort=-credits',
      credits: '/w/ws_1/members/credits?user=usr_1&kind=agent_message&from=2026-11-01',
      mail: '/w/ws_1/members/mail',
      backups: '/w/ws_1/backups',
      failedBackups: '/w/ws_1/backups?status=failed',
      audit: '/w/ws_1/audit-log?action=tokens.create&actor_email=ada%40example.com',
    })
  })

  test('ids are escaped', () => {
    expect(paths.app('a/b', 'c?d')).toBe('/w/a%2Fb/apps/c%3Fd')
  })

  test.each([null, '', 'https://elsewhere.test', '//elsewhere.test', '/\\elsewhere.test', '/sign-in?to=/'])(
    'signing in does not lead to %s',
    (to) => {
      expect(safeReturn(to)).toBe('/')
    },
  )

  test('signing in leads back to a page of the console', () => {
    expect(safeReturn('/w/ws_1/tokens?cursor=x')).toBe('/w/ws_1/tokens?cursor=x')
  })

  test('signing in goes on to the callback of a service, and to nothing else of the server', () => {
    const callback = '/api/external-auth/callback?state=a&code=b'
    expect(callbackIn(callback)).toBe(callback)
  })

  test.each([
    null,
    '',
    '/',
    '/api/external-auth/callback',
    '/api/external-auth/callbacks?x',
    '/api/external-auth/callback/../../x?',
    '/api/session?then=/api/external-auth/callback?',
    '//elsewhere.test/api/external-auth/callback?',
    'https://elsewhere.test/api/external-auth/callback?',
    ' /api/external-auth/callback?',
    '/API/external-auth/callback?',
    'javascript:alert(1)//api/external-auth/callback?',
  ])('signing in does not go on to %s', (then) => {
    expect(callbackIn(then)).toBeNull()
  })
})
