import { ShieldCheck } from 'lucide-react'
import { useRequest } from '../../act.ts'
import { refresh, workspaceClient } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import type { WorkspaceOpenId } from '../../sign-in-queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Time } from '../../ui/Time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { words } from './words.ts'

type Domain = WorkspaceOpenId['domains'][number]

/** Each domain with the record that proves it. */
export function SignInDomains({ domains }: { domains: readonly Domain[] }) {
  return (
    <ul aria-label={words.domains} className="divide-y divide-line rounded-md border border-line">
      {domains.map((domain) => (
        <DomainItem key={domain.domain} {...domain} />
      ))}
    </ul>
  )
}

function DomainItem({ domain, record_name, record_value, verified_date }: Domain) {
  const { id: workspaceId } = useWorkspace()
  const verify = useRequest({
    run: () => workspaceClient(workspaceId).workspace_openid.verify_domain({ domain }),
    failure: 'inline',
    onSuccess: () => toast.done(fill(words.domainIsVerified, { domain })),
    // Also when it is refused: a record that is gone takes the proof with it.
    onSettled: () => refresh('workspace_openid', 'audit'),
  })
  return (
    <li className="space-y-3 px-4 py-3.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="font-medium break-all">{domain}</span>
          <Badge tone={verified_date ? 'accent' : 'caution'}>
            {verified_date ? words.verified : words.notVerified}
          </Badge>
          {verified_date && (
            <span className="text-sm text-ink-3">
              <Time at={verified_date} />
            </span>
          )}
        </p>
        <Button
          size="sm"
          icon={ShieldCheck}
          aria-label={fill(words.verifyDomain, { domain })}
          isPending={verify.isPending}
          onPress={() => verify.mutate()}
        >
          {words.verify}
        </Button>
      </div>
      <FormFailure error={verify.error} />
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[7rem_minmax(0,1fr)]">
        <dt className="text-ink-3">{words.txtRecordAt}</dt>
        <Copied text={record_name} label={fill(words.copyTheNameOf, { domain })} />
        <dt className="text-ink-3">{words.value}</dt>
        <Copied text={record_value} label={fill(words.copyTheValueOf, { domain })} />
      </dl>
    </li>
  )
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    <dd className="flex items-center gap-1">
      <code className="min-w-0 font-mono text-xs break-all">{text}</code>
      <CopyButton text={text} label={label} />
    </dd>
  )
}
