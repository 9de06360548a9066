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
    label: 'Read the code for faults',
    hint: 'Such as pages put together from what people typed. Secrets in code are always looked for.',
  },
  {
    field: 'dependency_scan_enabled',
    label: 'Look up the packages',
    hint: 'Their names and versions are held against the advisories that this server knows.',
  },
]
const WHEN: readonly Choice[] = [
  { field: 'on_publish', label: 'When the app is published', hint: 'Each time its site changes.' },
  {
    field: 'nightly',
    label: 'Every night',
    hint: 'Only when the app changed since, or something new is known of its packages.',
  },
]
const NEWS: readonly Choice[] = [
  { field: 'mail', label: 'Write to the owner of the app', hint: 'Only when something critical is new.' },
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
    done: () => 'Settings of the scan saved',
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
      <Panel
        title="What is scanned"
        description="In addition to the rules of entities, secrets in the code, backend functions and the headers of the published address."
      >
        {switches(WHAT)}
      </Panel>
      <Panel title="When" description="In addition to the scans that somebody runs here.">
        {switches(WHEN)}
      </Panel>
      <Panel title="News" description="A webhook of the app can receive the event scan.found_critical too.">
        {switches(NEWS)}
        <StandIn of="mail" className="mt-3" />
      </Panel>
    </>
  )
}
