import { useSuspenseQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toastFailure, useAct } from '../../act.ts'
import { adsQueries } from '../../ads-queries.ts'
import { client } from '../../api.ts'
import { withFields } from '../../at-once.ts'
import { formatDay } from '../../days.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill, fillWith } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { CONVERSIONS } from './ad-words.ts'
import { EditMapping } from './EditMapping.tsx'
import { EVENTS, type Mapping, nameOf } from './mapping-words.ts'
import { useAdsApp } from './use-ads-app.ts'
import { words } from './words.ts'

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
            {words.whatCountsAsA}
          </h3>
          <p className="text-sm text-ink-3">{words.whichChangeOfWhich}</p>
        </div>
        <Button icon={Plus} onPress={() => setEditing('new')}>
          {words.newMapping}
        </Button>
      </div>
      {mappings.length === 0 ? (
        <p className="text-ink-2">{words.nothingYetSuchAs}</p>
      ) : (
        <ul aria-label={words.mappings} className="divide-y divide-line rounded-lg border border-line">
          {mappings.map((mapping) => (
            <li key={mapping.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <div className="min-w-0 flex-1 basis-full sm:basis-56">
                <p className="font-medium">
                  {CONVERSIONS[mapping.conversion_type]}
                  <span className="font-normal text-ink-2">
                    {fillWith(words.whenARecordOfEntityName, {
                      entityName: mapping.entity_name,
                      it: EVENTS[mapping.event],
                    })}
                  </span>
                </p>
                <p className="text-sm text-ink-3">
                  {fillWith(words.recentConversionsIn30Days, {
                    recentConversions: mapping.recent_conversions,
                    lastConversionDay:
                      mapping.last_conversion_day &&
                      fill(words.lastOnLastConversionDay, {
                        lastConversionDay: formatDay(mapping.last_conversion_day),
                      }),
                  })}
                </p>
              </div>
              <Toggle appId={appId} mapping={mapping} />
              <span className="inline-flex">
                <IconButton
                  icon={Pencil}
                  label={fill(words.changeMapping, { mapping: nameOf(mapping) })}
                  onPress={() => setEditing(mapping)}
                />
                <IconButton
                  icon={Trash2}
                  label={fill(words.deleteMapping, { mapping: nameOf(mapping) })}
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
      label={mapping.is_enabled ? words.on : words.off}
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
    done: () => words.mappingDeleted,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={words.deleteThisMapping}
      confirmLabel={words.deleteMapping2}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      {fillWith(words.mappingNoLongerCounts, { mapping: nameOf(mapping) })}
    </ConfirmDialog>
  )
}
