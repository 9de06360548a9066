import { useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, Outlet, useParams } from 'react-router'
import { load } from '../../api.ts'
import { queries } from '../../queries.ts'
import { AppHeader } from '../apps/AppHeader.tsx'

export function loader({ request, params: { agent_id = '' } }: LoaderFunctionArgs) {
  return load(request, queries.app(agent_id))
}

export function Component() {
  const { agent_id = '' } = useParams()
  const { data: app } = useSuspenseQuery(queries.app(agent_id))
  return (
    <div className="flex min-h-[inherit] flex-col">
      <AppHeader app={app} />
      <Outlet key={agent_id} />
    </div>
  )
}
