import type { ListedFinding } from '@atrium/sdk'
import { BookOpen, EyeOff, Undo2, WandSparkles } from 'lucide-react'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { fill } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { FindingFacts } from './FindingFacts.tsx'
import { hasRule } from './finding-list.ts'
import { RestoreButton } from './RestoreButton.tsx'
import { words } from './words.ts'

interface FindingDetailProps {
  appId: string
  listed: ListedFinding
  /** Why nothing can be done about it now. */
  locked: string | undefined
  onFix: () => void
  onIgnore: () => void
}

/** All that is known of one finding, and what can be done about it. */
export function FindingDetail({ appId, listed, locked, onFix, onIgnore }: FindingDetailProps) {
  const { group, finding, isIgnored } = listed
  const { title, description, recommendation, references, fingerprint } = finding
  return (
    <div className="max-w-3xl space-y-4">
      <p className="break-words">{description}</p>
      <FindingFacts appId={appId} listed={listed} />
      <div>
        <h3 className="text-sm font-semibold">{words.whatToDo}</h3>
        <p className="mt-0.5 break-words text-ink-2">{recommendation}</p>
      </div>
      <References addresses={references} />
      <div className="flex flex-wrap gap-2">
        {group === 'rls_recommendations' && !isIgnored && hasRule(finding) && (
          <Button
            look="primary"
            icon={WandSparkles}
            aria-label={fill(words.fixTitle, { title })}
            disabledReason={locked}
            onPress={onFix}
          >
            {words.fix}
          </Button>
        )}
        {isIgnored ? (
          <RestoreButton appId={appId} fingerprint={fingerprint} title={title} icon={Undo2} />
        ) : group === 'header_recommendations' ? (
          <DismissHeader appId={appId} flag={finding.rule_id} title={title} locked={locked} />
        ) : (
          <Button
            icon={EyeOff}
            aria-label={fill(words.ignoreTitle, { title })}
            disabledReason={locked}
            onPress={onIgnore}
          >
            {words.ignore}
          </Button>
        )}
      </div>
    </div>
  )
}

interface DismissHeaderProps {
  appId: string
  flag: string
  title: string
  locked: string | undefined
}

function DismissHeader({ appId, flag, title, locked }: DismissHeaderProps) {
  const dismiss = useAct({
    run: () => client.scans.dismiss_header({ app_id: appId, flag }),
    touches: ['scans'],
    done: () => words.dismissedYouFindIt,
    failure: toastFailure,
  })
  return (
    <Button
      icon={EyeOff}
      aria-label={fill(words.dismissTitle, { title })}
      isPending={dismiss.isPending}
      disabledReason={locked}
      onPress={() => dismiss.mutate()}
    >
      {words.dismiss}
    </Button>
  )
}

/** Only web pages are links: the addresses come from advisories that others wrote. */
function References({ addresses }: { addresses: readonly string[] }) {
  const pages = addresses.filter((address) => /^https?:\/\//i.test(address))
  if (pages.length === 0) return null
  return (
    <ul aria-label={words.readMore} className="space-y-1 text-sm">
      {pages.map((address) => (
        <li key={address} className="flex items-start gap-1.5">
          <BookOpen aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
          <a
            href={address}
            target="_blank"
            rel="noreferrer noopener"
            className="min-w-0 break-all text-accent hover:underline"
          >
            {address}
          </a>
        </li>
      ))}
    </ul>
  )
}
