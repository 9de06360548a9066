import type { AvailableConnector } from '@atrium/sdk'
import { SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { fill, fillWith } from '../../language/fill.ts'
import { PartHeading } from '../../layout/PartHeading.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { type ConnectorsView, paths } from '../../paths.ts'
import { ChoiceFilter } from '../../table/ChoiceFilter.tsx'
import { FilterField } from '../../table/FilterField.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { useView } from '../../table/use-view.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { OpenDialog } from './ConnectionDialogs.tsx'
import { ConnectorCard } from './ConnectorCard.tsx'
import { categoriesOf, categoryOf, matches } from './connector-list.ts'
import { countOf } from './connector-words.ts'
import { words } from './words.ts'

interface GalleryProps {
  appId: string
  connectors: readonly AvailableConnector[]
  /** The types that the app is connected to. */
  connected: ReadonlySet<string>
  mayEdit: boolean
  mayAdminister: boolean
  onOpen: (open: OpenDialog) => void
}

/** All services that the app can be connected to. */
export function Gallery({ appId, connectors, connected, mayEdit, mayAdminister, onOpen }: GalleryProps) {
  const { id: workspaceId } = useWorkspace()
  const [view, show] = useView(viewOf, (next) => paths.connectors(workspaceId, appId, next))
  const filter = (change: ConnectorsView) => show(change, { replace: true })
  const shown = connectors.filter((each) => matches(each, view))
  const categories = useMemo(() => categoriesOf(connectors), [connectors])
  return (
    <section aria-labelledby="available-services" className="mt-6 border-t border-line">
      <PartHeading title={words.availableServices} titleId="available-services">
        <span role="status">
          {shown.length === connectors.length
            ? countOf(shown.length, 'service', 'services')
            : fill(words.countOfCount2, {
                count: shown.length,
                count2: countOf(connectors.length, 'service', 'services'),
              })}
        </span>
      </PartHeading>
      <Toolbar label={words.filterServices}>
        <FilterField
          label={words.searchServices}
          placeholder={words.nameOrWhatIt}
          value={view.search ?? ''}
          onChange={(search) => filter({ search: search || undefined })}
          className="w-full sm:w-72"
        />
        <ChoiceFilter
          label={words.category}
          every={words.everyCategory}
          options={categories}
          value={view.category}
          onChange={(category) => filter({ category })}
        />
      </Toolbar>
      {shown.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={words.noSuchService}
          action={
            <Button onPress={() => filter({ search: undefined, category: undefined })}>
              {words.clearFilters}
            </Button>
          }
        >
          {fillWith(words.noneOfTheCount, { count: connectors.length })}
        </EmptyState>
      ) : (
        <ul aria-label={words.services} className="grid gap-3 px-5 sm:grid-cols-2 sm:px-8 2xl:grid-cols-3">
          {shown.map((connector) => (
            <ConnectorCard
              key={connector.integration_type}
              connector={connector}
              isConnected={connected.has(connector.integration_type)}
              mayEdit={mayEdit}
              mayAdminister={mayAdminister}
              onOpen={onOpen}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function viewOf(search: URLSearchParams): ConnectorsView {
  return {
    search: search.get('search') ?? undefined,
    category: categoryOf(search.get('category')),
  }
}
