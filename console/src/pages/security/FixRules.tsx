import type { RuleChange } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { useAct } from '../../act.ts'
import { client, refresh } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { useOnce } from '../../form/use-once.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { scansQueries } from '../../scans-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { RuleDifference } from './RuleDifference.tsx'

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
    done: ({ changes }) => `${rulesOf(changes)} set. Run a scan to see what is left`,
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
      title={fingerprints.length === 1 ? 'Fix this rule?' : 'Fix these rules?'}
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
          <PartLoading what="what would change" />
        ) : (
          <>
            <p className="text-ink-2">
              The new rules were tried with the rules of this app: others are refused, and those who should
              get in still do. All of it is changed, or nothing.
            </p>
            {changes.map((change) => (
              <RuleDifference key={change.entity_name} change={change} />
            ))}
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onPress={close}>Cancel</Button>
        <Button
          look="primary"
          isPending={once.isTaken}
          disabledReason={changes ? undefined : 'It is not known yet what would change.'}
          onPress={() => once.run(() => fix.mutate(undefined, { onSuccess: onClose }))}
        >
          {changes && changes.length > 1 ? 'Set these rules' : 'Set this rule'}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function rulesOf(changes: readonly RuleChange[]): string {
  const [first] = changes
  return changes.length === 1 && first
    ? `Rules of ${first.entity_name}`
    : `Rules of ${changes.length} entities`
}
