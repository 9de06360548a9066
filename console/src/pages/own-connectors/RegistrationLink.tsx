import { useQuery } from '@tanstack/react-query'
import { connectorsQueries } from '../../connectors-queries.ts'
import { fill } from '../../language/fill.ts'
import { isWebAddress } from '../connectors/open-service.ts'
import { words } from './words.ts'

/** The page of the service where an app is registered; nothing when it is not known. */
export function RegistrationLink({ workspaceId, type }: { workspaceId: string; type: string | null }) {
  const { data: services = [] } = useQuery(connectorsQueries.services(workspaceId))
  const service = services.find(({ integration_type }) => integration_type === type)
  if (!service?.registration_url || !isWebAddress(service.registration_url)) return null
  return (
    <p className="text-sm">
      <a
        href={service.registration_url}
        target="_blank"
        rel="noreferrer noopener"
        className="text-accent underline underline-offset-2"
      >
        {fill(words.registerWithName, { name: service.display_name })}
      </a>
    </p>
  )
}
