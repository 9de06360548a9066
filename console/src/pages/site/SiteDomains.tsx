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
import { fill } from '../../language/fill.ts'
import { queries } from '../../queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { words } from './words.ts'

type Domain = AnswerOf<Operations['domains']['list']>['items'][number]

const TOUCHES = ['site', 'apps']

export function SiteDomains({ appId, mayEdit }: { appId: string; mayEdit: boolean }) {
  const { data: domains } = useSuspenseQuery(queries.siteDomains(appId))
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Domain | null>(null)
  return (
    <div className="space-y-4">
      {domains.length === 0 ? (
        <p className="rounded-md bg-sunken px-3 py-2.5 text-sm text-ink-3">{words.noDomains}</p>
      ) : (
        <ul aria-label={words.domains} className="divide-y divide-line rounded-md border border-line">
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
          {words.addADomain}
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
    done: () => fill(words.domainIsVerified, { domain: domain.domain }),
    // In its place: what has to be set stands right below.
    failure: 'inline',
  })
  return (
    <li className="space-y-2 px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="flex min-w-40 flex-1 items-center gap-2">
          <span className="min-w-0 truncate font-medium">{domain.domain}</span>
          <Badge tone={isPending ? 'caution' : 'accent'}>
            {isPending ? words.notVerified : words.verified}
          </Badge>
        </p>
        {mayEdit && (
          <span className="inline-flex items-center gap-1">
            {isPending && (
              <Button
                size="sm"
                icon={BadgeCheck}
                aria-label={fill(words.verifyDomain, { domain: domain.domain })}
                isPending={verify.isPending}
                onPress={() => {
                  if (!verify.isPending) verify.mutate()
                }}
              >
                {words.verify}
              </Button>
            )}
            <IconButton
              icon={Trash2}
              label={fill(words.removeDomain, { domain: domain.domain })}
              onPress={onRemove}
            />
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
      <p>{words.setOneOfThese}</p>
      <dl className="mt-2 space-y-2">
        <ProofLine
          term={fill(words.dnsRecordType, { type: dns.type })}
          text={dns.name}
          label={fill(words.copyTheNameOf, { domain })}
        />
        <ProofLine
          term={words.withTheValue}
          text={dns.value}
          label={fill(words.copyTheValueOf, { domain })}
        />
        <ProofLine
          term={words.orAFileWith}
          text={`http://${domain}${file.path}`}
          label={fill(words.copyTheAddressOf, { domain })}
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
    done: ({ domain }) => fill(words.domainAdded, { domain }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.addADomain}
      submitLabel={words.addDomain}
      act={add}
      onClose={onClose}
      onSubmit={(values) => add.mutate(values, { onSuccess: onClose })}
    >
      <TextField
        label={words.domain}
        name="domain"
        placeholder="www.example.com"
        isRequired
        autoFocus
        maxLength={253}
        hint={words.youWillSeeWhat}
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
    done: () => fill(words.domainRemoved, { domain: domain.domain }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.removeDomain2, { domain: domain.domain })}
      confirmLabel={words.remove}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      <p>{domain.status === 'verified' ? words.theSiteIsNot : words.itWasNotVerified}</p>
    </ConfirmDialog>
  )
}
