import type { AnswerOf, Operations } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { BadgeCheck, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { FormFailure } from '../../form/FormFailure.tsx'
import { textOf } from '../../form/form-values.ts'
import { queries } from '../../queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { TextField } from '../../ui/TextField.tsx'

type Domain = AnswerOf<Operations['domains']['list']>['items'][number]

const TOUCHES = ['site', 'apps']

export function SiteDomains({ appId, mayEdit }: { appId: string; mayEdit: boolean }) {
  const { data: domains } = useSuspenseQuery(queries.siteDomains(appId))
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Domain | null>(null)
  return (
    <div className="space-y-4">
      {domains.length === 0 ? (
        <p className="rounded-md bg-sunken px-3 py-2.5 text-sm text-ink-3">No domains.</p>
      ) : (
        <ul aria-label="Domains" className="divide-y divide-line rounded-md border border-line">
          {domains.map((domain) => (
            <DomainRow
              key={domain.id}
              appId={appId}
              domain={domain}
              mayEdit={mayEdit}
              onRemove={() => setRemoving(domain)}
            />
          ))}
        </ul>
      )}
      {mayEdit && (
        <Button icon={Plus} onPress={() => setAdding(true)}>
          Add a domain
        </Button>
      )}
      {isAdding && <AddDomain appId={appId} onClose={() => setAdding(false)} />}
      {removing && <RemoveDomain appId={appId} domain={removing} onClose={() => setRemoving(null)} />}
    </div>
  )
}

interface DomainRowProps {
  appId: string
  domain: Domain
  mayEdit: boolean
  onRemove: () => void
}

function DomainRow({ appId, domain, mayEdit, onRemove }: DomainRowProps) {
  const isPending = domain.status === 'pending'
  const verify = useAct({
    run: () => client.domains.verify({ app_id: appId, domain_id: domain.id }),
    touches: TOUCHES,
    done: () => `${domain.domain} is verified`,
    // In its place: what has to be set stands right below.
    failure: 'inline',
  })
  return (
    <li className="space-y-2 px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="flex min-w-40 flex-1 items-center gap-2">
          <span className="min-w-0 truncate font-medium">{domain.domain}</span>
          <Badge tone={isPending ? 'caution' : 'accent'}>{isPending ? 'Not verified' : 'Verified'}</Badge>
        </p>
        {mayEdit && (
          <span className="inline-flex items-center gap-1">
            {isPending && (
              <Button
                size="sm"
                icon={BadgeCheck}
                aria-label={`Verify ${domain.domain}`}
                isPending={verify.isPending}
                onPress={() => {
                  if (!verify.isPending) verify.mutate()
                }}
              >
                Verify
              </Button>
            )}
            <IconButton icon={Trash2} label={`Remove ${domain.domain}`} onPress={onRemove} />
          </span>
        )}
      </div>
      <FormFailure error={verify.error} />
      {isPending && <Proof domain={domain} />}
    </li>
  )
}

/** What has to be set somewhere for the domain to be verified. */
function Proof({ domain: { domain, verification } }: { domain: Domain }) {
  const { dns, file } = verification
  return (
    <div className="rounded-md bg-sunken px-3 py-2.5 text-sm text-ink-2">
      <p>Set one of these, then verify:</p>
      <dl className="mt-2 space-y-2">
        <ProofLine
          term={`DNS record ${dns.type}`}
          text={dns.name}
          label={`Copy the name of the record of ${domain}`}
        />
        <ProofLine
          term="with the value"
          text={dns.value}
          label={`Copy the value of the record of ${domain}`}
        />
        <ProofLine
          term="or a file with that value"
          text={`http://${domain}${file.path}`}
          label={`Copy the address of the file of ${domain}`}
        />
      </dl>
    </div>
  )
}

function ProofLine({ term, text, label }: { term: string; text: string; label: string }) {
  return (
    <div>
      <dt className="text-ink-3">{term}</dt>
      <dd className="flex items-center gap-1">
        <code className="min-w-0 font-mono text-xs break-all">{text}</code>
        <CopyButton text={text} label={label} />
      </dd>
    </div>
  )
}

function AddDomain({ appId, onClose }: { appId: string; onClose: () => void }) {
  const add = useAct({
    run: (values: FormData) => client.domains.add({ app_id: appId }, { domain: textOf(values, 'domain') }),
    touches: TOUCHES,
    done: ({ domain }) => `${domain} added`,
    failure: 'inline',
  })
  return (
    <FormDialog
      title="Add a domain"
      submitLabel="Add domain"
      act={add}
      onClose={onClose}
      onSubmit={(values) => add.mutate(values, { onSuccess: onClose })}
    >
      <TextField
        label="Domain"
        name="domain"
        placeholder="www.example.com"
        isRequired
        autoFocus
        maxLength={253}
        hint="You will see what proves that it is yours."
      />
    </FormDialog>
  )
}

interface RemoveDomainProps {
  appId: string
  domain: Domain
  onClose: () => void
}

function RemoveDomain({ appId, domain, onClose }: RemoveDomainProps) {
  const remove = useAct({
    run: () => client.domains.remove({ app_id: appId, domain_id: domain.id }),
    touches: TOUCHES,
    done: () => `${domain.domain} removed`,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={`Remove ${domain.domain}?`}
      confirmLabel="Remove"
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      <p>
        {domain.status === 'verified'
          ? 'The site is not found under this name from now on, and another app can take it.'
          : 'It was not verified, so nothing is served there.'}
      </p>
    </ConfirmDialog>
  )
}
