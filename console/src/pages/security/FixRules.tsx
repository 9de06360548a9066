import type { RuleChange } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { useAct } from '../../act.ts'
import { client, refresh } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { useOnce } from '../../form/use-once.ts'
import { fill } from '../../language/fill.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { scansQueries } from '../../scans-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { RuleDifference } from './RuleDifference.tsx'
import { words } from './words.ts'

interface FixRulesProps {
  appId: string
  fingerprints: readonly string[]
  onClose: () => void
}

/** Shows what would change of the rules, and changes it when that is wanted. */
export function FixRules({ appId, fingerprints, onClose }: FixRulesProps) {
  const preview = useQuery(scansQueries.fix(appId, fingerprints))
  const fix = useAct({
    run: () => client.scans.fix_rules({ app_id: appId }, { fingerprints: [...fingerprints] }),
    touches: ['scans', 'schemas', 'entities', 'records'],
    done: ({ changes }) => fill(words.changesSetRunA, { changes: rulesOf(changes) }),
    failure: 'inline',
  })
  const once = useOnce(fix)
  const changes = preview.data
  // A refusal says that the findings are not what they were.
  const close = () => {
    if (fix.error ?? preview.error) void refresh('scans')
    onClose()
  }
  return (
    <Dialog
      title={fingerprints.length === 1 ? words.fixThisRule : words.fixTheseRules}
      onClose={close}
      width="lg"
    >
      <DialogBody>
        <FormFailure error={fix.isPending ? null : fix.error} />
        {preview.error ? (
          <PartFailure
            error={preview.error}
            onRetry={() => void preview.refetch()}
            isRetrying={preview.isFetching}
          />
        ) : changes === undefined ? (
          <PartLoading what={words.whatWouldChange} />
        ) : (
          <>
            <p className="text-ink-2">{words.theNewRulesWere}</p>
            {changes.map((change) => (
              <RuleDifference key={change.entity_name} change={change} />
            ))}
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onPress={close}>{words.cancel}</Button>
        <Button
          look="primary"
          isPending={once.isTaken}
          disabledReason={changes ? undefined : words.itIsNotKnown}
          onPress={() => once.run(() => fix.mutate(undefined, { onSuccess: onClose }))}
        >
          {changes && changes.length > 1 ? words.setTheseRules : words.setThisRule}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function rulesOf(changes: readonly RuleChange[]): string {
  const [first] = changes
  return changes.length === 1 && first
    ? fill(words.rulesOfEntityName, { entityName: first.entity_name })
    : fill(words.rulesOfCountEntities, { count: changes.length })
}
