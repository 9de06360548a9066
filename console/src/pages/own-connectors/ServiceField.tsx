import { useQuery } from '@tanstack/react-query'
import { connectorsQueries } from '../../connectors-queries.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { words } from './words.ts'

interface ServiceFieldProps {
  workspaceId: string
  /** Those that have a client id already. */
  taken: readonly string[]
  onChoose: (type: string) => void
}

/** Which service: one of the list, or its type where the workspace has no app yet that could list them. */
export function ServiceField({ workspaceId, taken, onChoose }: ServiceFieldProps) {
  const { data: services = [] } = useQuery(connectorsQueries.services(workspaceId))
  if (services.length === 0)
    return (
      <TextField
        label={words.typeOfTheConnector}
        name="integration_type"
        placeholder="shopify"
        isRequired
        autoComplete="off"
        maxLength={63}
      />
    )
  return (
    <Select
      label={words.service}
      name="integration_type"
      isRequired
      placeholder={words.chooseAService}
      onChange={(id) => onChoose(String(id))}
      options={services
        .filter(({ integration_type }) => !taken.includes(integration_type))
        .map(({ integration_type, display_name }) => ({ id: integration_type, label: display_name }))}
    />
  )
}
