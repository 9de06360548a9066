import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import type { Sendable } from '../../../platform/module.ts'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { requireConnected } from '../repository/connected-repository.ts'
import { withForge } from '../repository/forge-refusals.ts'
import { presentComment } from './present-pull-request.ts'

export async function addPullRequestComment(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.pull_requests.comment>,
): Promise<Sendable<AnswerOf<typeof operations.pull_requests.comment>>> {
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const { row, forge, repository } = await requireConnected(deps, app)
  const { number } = params
  const comment = await withForge(() =>
    forge.addComment(repository, number, { body: body.body, author: userOf(caller).email }),
  )
  await deps.audit.record(deps.db, caller, {
    workspace_id: app.workspace_id,
    action: 'pull_requests.comment',
    target_type: 'pull_request',
    target_id: `${row.full_name}#${number}`,
    app_id: app.id,
    detail: { provider: row.provider, comment_id: comment.id },
  })
  return presentComment(comment)
}
