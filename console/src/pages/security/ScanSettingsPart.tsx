import type { ScanSettings } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { loadForEditors } from '../../editors-only.ts'
import { StandIn } from '../../layout/StandIn.tsx'
import { scansQueries } from '../../scans-queries.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return loadForEditors(request, app_id, scansQueries.settings(app_id))
}

interface Choice {
  field: keyof ScanSettings
  label: string
  hint: string
}

const WHAT: readonly Choice[] = [
  {
    field: 'static_code_enabled',
    label: words.readTheCodeFor,
    hint: words.suchAsPagesPut,
  },
  {
    field: 'dependency_scan_enabled',
    label: words.lookUpThePackages,
    hint: words.theirNamesAndVersions,
  },
]
const WHEN: readonly Choice[] = [
  { field: 'on_publish', label: words.whenTheAppIs, hint: words.eachTimeItsSite },
  {
    field: 'nightly',
    label: words.everyNight,
    hint: words.onlyWhenTheApp,
  },
]
const NEWS: readonly Choice[] = [
  { field: 'mail', label: words.writeToTheOwner, hint: words.onlyWhenSomethingCritical },
]

export function Component() {
  const { app_id = '' } = useParams()
  const { data: settings } = useSuspenseQuery(scansQueries.settings(app_id))
  const configure = useAct({
    run: (change: Partial<ScanSettings>) => client.scans.configure({ app_id }, change),
    touches: ['scans'],
    atOnce: {
      within: scansQueries.settings(app_id).queryKey,
      change: (data, change) => ({ ...(data as ScanSettings), ...change }),
    },
    done: () => words.settingsOfTheScan,
    failure: toastFailure,
  })
  const switches = (choices: readonly Choice[]) => (
    <div className="space-y-4">
      {choices.map(({ field, ...words }) => (
        <Switch
          key={field}
          {...words}
          isSelected={settings[field]}
          onChange={(isOn) => configure.mutate({ [field]: isOn })}
        />
      ))}
    </div>
  )
  return (
    <>
      <Panel title={words.whatIsScanned} description={words.inAdditionToThe}>
        {switches(WHAT)}
      </Panel>
      <Panel title={words.when} description={words.inAdditionToTheScans}>
        {switches(WHEN)}
      </Panel>
      <Panel title={words.news} description={words.aWebhookOfThe}>
        {switches(NEWS)}
        <StandIn of="mail" className="mt-3" />
      </Panel>
    </>
  )
}
