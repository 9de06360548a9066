import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useRequest } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { queries } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { useReader } from './reader.ts'

const HOURS = 24

/** A signed-in reader may have a token made that stands in the examples, ready to be copied. */
export function TokenChoice({ workspaceId }: { workspaceId?: string }) {
  const { data: visitor } = useQuery(queries.visitor())
  const { token, setToken } = useReader()
  const workspace = visitor?.workspaces.find(({ id }) => workspaceId === undefined || id === workspaceId)
  const create = useRequest({
    failure: 'inline',
    run: (workspaceId: string) =>
      workspaceClient(workspaceId).tokens.create({
        name: 'examples in the guides',
        permission: 'full_access',
        expires_at: new Date(Date.now() + HOURS * 60 * 60 * 1000).toISOString(),
      }),
    onSuccess: (made) => setToken(made.token),
  })
  if (!workspace) return null
  if (token !== null) {
    return (
      <p role="status" className="caption mt-3">
        The examples carry a token of yours for {workspace.name}. It ends in {HOURS} hours; revoke it earlier
        under Access tokens. It is gone from here when the page is closed.
      </p>
    )
  }
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <Button
        size="sm"
        icon={KeyRound}
        isPending={create.isPending}
        onPress={() => create.mutate(workspace.id)}
      >
        Put a token into the examples
      </Button>
      <span className="text-sm text-ink-3">
        Full access to {workspace.name}, for {HOURS} hours.
      </span>
      <FormFailure error={create.error} />
    </div>
  )
}
