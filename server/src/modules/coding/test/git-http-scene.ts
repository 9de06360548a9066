/** Requests of git over HTTP, for a local repository of an app. */
import { useApp } from '../../../../test/use-app.ts'
import { useMade } from '../../../../test/use-started.ts'
import { useTeam } from '../../../../test/use-team.ts'
import type { Git } from '../../../ports/git/port.ts'

export const basic = (token: string) => ({
  authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}`,
})
export const codeOf = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { code: string }).code,
]

export function useGitHttp(git: Partial<Git>) {
  const app = useApp({ rate_limits: 'off' }, { git })
  const team = useTeam(app)
  const { owner } = team
  const shop = useMade(async () => {
    const { id } = await app.make.app(owner)
    await app.as(owner).repository.connect({ app_id: id }, { provider: 'local', full_name: 'acme/shop' })
    return { id }
  })
  return {
    ...{ app, team, shop },
    ask: (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
      fetch(`${app.baseUrl}/git/${path}`, { headers, ...init }),
    refs: (service = 'git-upload-pack') => `${owner.workspace_id}/acme/shop.git/info/refs?service=${service}`,
  }
}
