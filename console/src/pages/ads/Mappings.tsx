import { useSuspenseQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toastFailure, useAct } from '../../act.ts'
import { adsQueries } from '../../ads-queries.ts'
import { client } from '../../api.ts'
import { withFields } from '../../at-once.ts'
import { formatDay } from '../../days.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { CONVERSIONS } from './ad-words.ts'
import { EditMapping } from './EditMapping.tsx'
import { EVENTS, type Mapping, nameOf } from './mapping-words.ts'
import { useAdsApp } from './use-ads-app.ts'

/** Which writes of records count as which goal. */
export function Mappings() {
  const { appId } = useAdsApp()
  const { data: mappings } = useSuspenseQuery(adsQueries.mappings(appId))
  const [editing, setEditing] = useState<Mapping | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Mapping | null>(null)
  return (
    <section aria-labelledby="mappings" className="border-t border-line px-5 py-6 sm:px-8">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 max-w-2xl flex-1 basis-64">
          <h3 id="mappings" className="font-semibold">
            What counts as a conversion
          </h3>
          <p className="text-sm text-ink-3">
            Which change of which records stands for which goal. The counts are ours; the ad platform counts
            what the app’s pages report.
          </p>
        </div>
        <Button icon={Plus} onPress={() => setEditing('new')}>
          New mapping
        </Button>
      </div>
      {mappings.length === 0 ? (
        <p className="text-ink-2">Nothing yet, such as “Purchase, when an Order is created”.</p>
      ) : (
        <ul aria-label="Mappings" className="divide-y divide-line rounded-lg border border-line">
          {mappings.map((mapping) => (
            <li key={mapping.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <div className="min-w-0 flex-1 basis-full sm:basis-56">
                <p className="font-medium">
                  {CONVERSIONS[mapping.conversion_type]}
                  <span className="font-normal text-ink-2">
                    , when a record of {mapping.entity_name} {EVENTS[mapping.event]}
                  </span>
                </p>
                <p className="text-sm text-ink-3">
                  {mapping.recent_conversions} in 30 days
                  {mapping.last_conversion_day && `, last on ${formatDay(mapping.last_conversion_day)}`}
                </p>
              </div>
              <Toggle appId={appId} mapping={mapping} />
              <span className="inline-flex">
                <IconButton
                  icon={Pencil}
                  label={`Change ${nameOf(mapping)}`}
                  onPress={() => setEditing(mapping)}
                />
                <IconButton
                  icon={Trash2}
                  label={`Delete ${nameOf(mapping)}`}
                  onPress={() => setDeleting(mapping)}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {editing && (
        <EditMapping mapping={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      {deleting && <DeleteMapping appId={appId} mapping={deleting} onClose={() => setDeleting(null)} />}
    </section>
  )
}

function Toggle({ appId, mapping }: { appId: string; mapping: Mapping }) {
  const turn = useAct({
    run: (is_enabled: boolean) =>
      client.conversions.update_mapping({ app_id: appId, mapping_id: mapping.id }, { is_enabled }),
    touches: ['ads'],
    failure: toastFailure,
    atOnce: {
      within: ['ads', appId, 'mappings'],
      change: (data, is_enabled) => withFields(data, mapping.id, { is_enabled }),
    },
  })
  return (
    <Switch
      label={mapping.is_enabled ? 'On' : 'Off'}
      aria-label={nameOf(mapping)}
      isSelected={mapping.is_enabled}
      onChange={(isOn) => turn.mutate(isOn)}
    />
  )
}

function DeleteMapping({
  appId,
  mapping,
  onClose,
}: {
  appId: string
  mapping: Mapping
  onClose: () => void
}) {
  const remove = useAct({
    run: () => client.conversions.delete_mapping({ app_id: appId, mapping_id: mapping.id }),
    touches: ['ads'],
    done: () => 'Mapping deleted',
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title="Delete this mapping?"
      confirmLabel="Delete mapping"
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      {nameOf(mapping)} no longer counts, and what it counted is forgotten. Calls in the app’s code stay until
      they are taken out there.
    </ConfirmDialog>
  )
}
