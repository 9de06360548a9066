import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useRequest } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { fillWith } from '../../language/fill.ts'
import { queries } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { useReader } from './reader.ts'
import { words } from './words.ts'

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
        name: words.examplesInTheGuides,
        permission: 'full_access',
        expires_at: new Date(Date.now() + HOURS * 60 * 60 * 1000).toISOString(),
      }),
    onSuccess: (made) => setToken(made.token),
  })
  if (!workspace) return null
  if (token !== null) {
    return (
      <p role="status" className="caption mt-3">
        {fillWith(words.theExamplesCarryA, { name: workspace.name, hours: HOURS })}
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
        {words.putATokenInto}
      </Button>
      <span className="text-sm text-ink-3">
        {fillWith(words.fullAccessToName, { name: workspace.name, hours: HOURS })}
      </span>
      <FormFailure error={create.error} />
    </div>
  )
}
