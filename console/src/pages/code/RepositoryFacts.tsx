import type { Repository } from '@atrium/sdk'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Time } from '../../ui/Time.tsx'
import { PROVIDERS } from './session-words.ts'

export function RepositoryFacts({ repository }: { repository: Repository }) {
  const { provider, full_name, base_branch, clone_url, base_url, has_access_token } = repository
  return (
    <dl className="space-y-3">
      <Fact term="Name">
        <RepositoryName repository={repository} />
        <span className="block text-sm text-ink-3">
          {PROVIDERS[provider]}
          {base_url && ` at ${base_url}`}
        </span>
      </Fact>
      <Fact term="Branch">
        <code className="font-mono text-sm">{base_branch}</code>
      </Fact>
      <Fact term="Clone">
        <span className="flex items-center gap-1">
          <code className="min-w-0 font-mono text-xs break-all">{clone_url}</code>
          <CopyButton text={clone_url} label={`Copy the address that git clones ${full_name} from`} />
        </span>
        {provider === 'local' && (
          <span className="block text-xs text-ink-3">
            git asks for a password: give it an access token of yours, with any user name.
          </span>
        )}
      </Fact>
      {provider !== 'local' && (
        <Fact term="Access">
          {has_access_token ? 'With a token that was stored here' : 'With the account of this installation'}
        </Fact>
      )}
      <Fact term="Connected">
        <Time at={repository.connected_date} /> by {repository.connected_by ?? 'somebody'}
      </Fact>
      <Fact term="Last pushed or pulled">
        {repository.synced_commit ? (
          <>
            <Time at={repository.synced_date} />, at{' '}
            <code className="font-mono text-xs">{repository.synced_commit.slice(0, 10)}</code>
          </>
        ) : (
          <span className="text-ink-3">Never</span>
        )}
      </Fact>
    </dl>
  )
}

/** The address comes from a forge: only web pages are linked. */
function RepositoryName({ repository: { full_name, web_url } }: { repository: Repository }) {
  if (!web_url || !/^https?:\/\//i.test(web_url))
    return <span className="font-medium break-all">{full_name}</span>
  return (
    <a
      href={web_url}
      target="_blank"
      rel="noreferrer noopener"
      className="inline-flex min-w-0 items-center gap-1.5 font-medium break-all hover:text-accent hover:underline"
    >
      {full_name}
      <ExternalLink aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">in a new tab</span>
    </a>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="gap-x-4 sm:flex">
      <dt className="shrink-0 text-sm text-ink-3 sm:w-40">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
