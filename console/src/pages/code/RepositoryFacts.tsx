import type { Repository } from '@atrium/sdk'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { fill, fillWith } from '../../language/fill.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Time } from '../../ui/Time.tsx'
import { PROVIDERS } from './session-words.ts'
import { words } from './words.ts'

export function RepositoryFacts({ repository }: { repository: Repository }) {
  const { provider, full_name, base_branch, clone_url, base_url, has_access_token } = repository
  return (
    <dl className="space-y-3">
      <Fact term={words.name}>
        <RepositoryName repository={repository} />
        <span className="block text-sm text-ink-3">
          {base_url
            ? fill(words.providerAtAddress, { provider: PROVIDERS[provider], address: base_url })
            : PROVIDERS[provider]}
        </span>
      </Fact>
      <Fact term={words.branch}>
        <code className="font-mono text-sm">{base_branch}</code>
      </Fact>
      <Fact term={words.clone}>
        <span className="flex items-center gap-1">
          <code className="min-w-0 font-mono text-xs break-all">{clone_url}</code>
          <CopyButton text={clone_url} label={fill(words.copyTheAddressThat, { fullName: full_name })} />
        </span>
        {provider === 'local' && <span className="block text-xs text-ink-3">{words.gitAsksForA}</span>}
      </Fact>
      {provider !== 'local' && (
        <Fact term={words.access}>{has_access_token ? words.withATokenThat : words.withTheAccountOf}</Fact>
      )}
      <Fact term={words.connected}>
        {fillWith(words.timeByConnectedBy, {
          time: <Time at={repository.connected_date} />,
          connectedBy: repository.connected_by ?? 'somebody',
        })}
      </Fact>
      <Fact term={words.lastPushedOrPulled}>
        {repository.synced_commit ? (
          fillWith(words.timeAtCode, {
            time: <Time at={repository.synced_date} />,
            code: <code className="font-mono text-xs">{repository.synced_commit.slice(0, 10)}</code>,
          })
        ) : (
          <span className="text-ink-3">{words.never}</span>
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
      <span className="sr-only">{words.inANewTab}</span>
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
