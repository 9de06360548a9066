import { describe, expect, test } from 'vitest'
import { ownPath } from './own-paths.ts'

const of = (path: string, as: 'caller' | 'service' = 'caller') => ownPath('app_1', as, path)?.url ?? null

describe('a function reaches', () => {
  test.each([
    ['/api/apps/app_1/entities/Task'],
    ['/api/apps/app_1/entities/Task?q=%7B%7D&limit=5'],
    ['/api/apps/app_1/entities/Task/rec_1'],
    ['/api/apps/app_1/entities/Task/v2/list'],
    ['/api/apps/app_1/integration-endpoints/Core/InvokeLLM'],
    ['/api/apps/app_1/external-auth/integrations/slack/call'],
    ['/api/apps/app_1/functions/a/b'],
    ['/api/functions/a/b'],
    ['/api/apps/app_1/analytics/track/batch'],
    ['/api/apps/app_1/users/invite-user'],
    ['/api/apps/app_1/runtime/users/invite-user'],
  ])('%s', (path) => {
    expect(of(path)).toBe(path)
    expect(of(path, 'service')).toBe(path)
  })

  test('what belongs to a person only as the caller', () => {
    for (const path of ['entities/User/me', 'agents/conversations', 'agents/conversations/c/messages']) {
      expect(of(`/api/apps/app_1/${path}`)).toBe(`/api/apps/app_1/${path}`)
      expect(of(`/api/apps/app_1/${path}`, 'service')).toBeNull()
    }
  })

  test.each([
    ['/api/apps/app_2/entities/Task'],
    ['/api/apps/app_1'],
    ['/api/apps/app_1/entities'],
    ['/api/apps/app_1/entity-schemas'],
    ['/api/apps/app_1/external-auth/list'],
    ['/api/apps/app_1/external-auth/initiate'],
    ['/api/apps/app_1/external-auth/calls'],
    ['/api/apps/app_1/external-auth/integrations/slack'],
    ['/api/apps/app_1/external-auth/integrations/slack/test'],
    ['/api/apps/app_1/external-auth/integrations/slack/remove'],
    ['/api/apps/app_1/external-auth/integrations/slack/call/more'],
    ['/api/apps/app_1/external-auth/integrations/../call'],
    ['/api/apps/app_2/external-auth/integrations/slack/call'],
    ['/api/apps/app_1/secrets'],
    ['/api/apps/app_1/backend-functions'],
    ['/api/apps/app_1/backend-functions/x'],
    ['/api/apps/app_1/functions-mgmt/x/logs'],
    ['/api/apps/app_1/agent-configs'],
    ['/api/apps/app_1/analytics/events'],
    ['/api/apps/app_1/users'],
    ['/api/apps'],
    ['/api/workspace/members/list'],
    ['/api/auth/me'],
    ['/metrics'],
    ['/api/functions'],
    ['/api/apps/app_1/entities/../secrets'],
    ['/api/apps/app_1/entities/%2e%2e/secrets'],
    ['/api/apps/app_1/entities/x/%2E%2e/../secrets'],
    ['/api/apps/app_1/functions/x/../../secrets'],
    ['/api/apps/app_1/entities/..%2fsecrets'],
    ['/api/apps/app_1/entities/x%2F..%2F..%2Fsecrets'],
    ['/api/apps/app_1/entities\\..\\secrets'],
    ['/api/apps/app_1/entities/%5c..%5csecrets'],
    ['/api/apps/app_1//secrets'],
    ['//evil.example/api/apps/app_1/entities/Task'],
    ['/\\evil.example/api/apps/app_1/entities/Task'],
    ['http://evil.example/api/apps/app_1/entities/Task'],
    ['/api/apps/app_1/entities/Task%00'],
    ['/api/apps/app_1/entities/%zz'],
    ['api/apps/app_1/entities/Task'],
    ['/api/apps/app_1/entities/Task/'],
    ['/api/apps/App_1/entities/Task'],
    [''],
  ])('never %s', (path) => {
    expect(of(path)).toBeNull()
    expect(of(path, 'service')).toBeNull()
  })

  test('an address as it is once it is normalised, and no host', () => {
    expect(of('/api/apps/app_1/x/../entities/Task#part')).toBe('/api/apps/app_1/entities/Task')
    expect(of('/api/apps/app_1/entities/T%61sk')).toBe('/api/apps/app_1/entities/T%61sk')
    expect(of('\t/api/apps/app_1/entities/Task')).toBeNull()
  })
})
