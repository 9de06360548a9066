import type { Mail } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Mails, ShieldAlert } from 'lucide-react'
import type { LoaderFunctionArgs } from 'react-router'
import { load, queryClient } from '../../api.ts'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { mailQueries } from '../../mail-queries.ts'
import type { MailView } from '../../named-paths.ts'
import { paths } from '../../paths.ts'
import { canAdminister } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { ChoiceFilter } from '../../table/ChoiceFilter.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { FilteredTable } from '../../table/FilteredTable.tsx'
import { FilterField } from '../../table/FilterField.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { useView } from '../../table/use-view.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { MembersHeader } from '../members/MembersHeader.tsx'
import { linkIn } from './link-in.ts'
import { words } from './words.ts'

export async function loader({ request, params: { workspace_id = '' } }: LoaderFunctionArgs) {
  // The role first, as for the audit log.
  await load(request, queries.session())
  const me = queryClient.getQueryData(queries.session().queryKey)
  const role = me?.workspaces.find(({ id }) => id === workspace_id)?.user_role
  if (!role || !canAdminister(role)) return null
  return load(request, mailQueries.list(workspace_id, viewOf(new URL(request.url).searchParams)))
}

export function Component() {
  const { user_role } = useWorkspace()
  return (
    <>
      <MembersHeader />
      {canAdminister(user_role) ? (
        <MailList />
      ) : (
        <EmptyState icon={ShieldAlert} title={words.forOwnersAndAdmins}>
          {words.invitationsHoldLinksThat}
        </EmptyState>
      )}
    </>
  )
}

function MailList() {
  const { id: workspaceId } = useWorkspace()
  const [view, show] = useView(viewOf, (next) => paths.mail(workspaceId, next))
  const { data: page } = useSuspenseQuery(mailQueries.list(workspaceId, view))
  const filter = (change: MailView) => show(change, { replace: true })
  if (page.items.length === 0 && !view.status && !view.search && !view.cursor) {
    return (
      <EmptyState icon={Mails} title={words.noMailsYet}>
        {words.invitationsThatAreSent}
      </EmptyState>
    )
  }
  return (
    <div className="pt-5">
      {page.items.some(({ status }) => status === 'kept') && (
        <div className="px-5 pb-4 sm:px-8">
          <Notice title={words.nothingIsSent}>{words.thisServerKeepsIts}</Notice>
        </div>
      )}
      <Toolbar label={words.filterMails}>
        <FilterField
          label={words.searchMails}
          placeholder={words.addressOrSubject}
          value={view.search ?? ''}
          onChange={(search) => filter({ search: search || undefined })}
          className="w-full sm:w-64"
        />
        <ChoiceFilter
          label={words.state}
          every={words.everyState}
          options={STATUS_OPTIONS}
          value={view.status}
          onChange={(status) => filter({ status })}
        />
      </Toolbar>
      <FilteredTable
        label={words.mails}
        columns={COLUMNS}
        page={page}
        nouns={['mail', 'mails']}
        rowName={({ subject, to }) => fill(words.subjectToTo, { subject, to })}
        detail={(mail) => <MailDetail mail={mail} />}
        onClear={() => filter({ search: undefined, status: undefined })}
      >
        {words.noMailOfThe}
      </FilteredTable>
    </div>
  )
}

function MailDetail({ mail: { text, error, status } }: { mail: Mail }) {
  const link = linkIn(text)
  return (
    <div className="max-w-3xl space-y-3">
      {error && (
        <Notice tone="danger" title={status === 'failed' ? words.notSent : words.theLastTryFailed}>
          {error}
        </Notice>
      )}
      {text === null ? (
        <p className="text-sm text-ink-2">{words.whatItSaysIs}</p>
      ) : (
        <>
          <pre className="overflow-x-auto rounded-md border border-line bg-surface p-3 font-sans text-sm whitespace-pre-wrap break-words text-ink-2">
            {text}
          </pre>
          {link && <CopyButton text={link} label={words.copyLink} look="button" />}
        </>
      )}
    </div>
  )
}

const STATES = {
  kept: { tone: 'open', label: words.keptHere },
  waiting: { tone: 'caution', label: words.onItsWay },
  sent: { tone: 'good', label: words.sent },
  failed: { tone: 'danger', label: words.notSent },
} as const satisfies Record<Mail['status'], object>

const STATUS_OPTIONS = (['kept', 'waiting', 'sent', 'failed'] as const).map((id) => ({
  id,
  label: STATES[id].label,
}))

const column = columnsOf<Mail>()

const COLUMNS = column.columns([
  column.accessor('to', {
    header: words.to,
    meta: { isRowHeader: true, className: 'w-full max-w-0 @2xl:w-[32%]' },
    cell: ({ row: { original } }) => (
      <>
        <p className="truncate font-medium">{original.to}</p>
        <p className="truncate text-sm text-ink-3 @2xl:hidden">{original.subject}</p>
      </>
    ),
  }),
  column.accessor('subject', {
    header: words.subject,
    meta: { className: 'hidden w-[40%] max-w-0 text-sm text-ink-2 @2xl:table-cell' },
  }),
  column.accessor('status', {
    header: words.state,
    meta: { className: 'text-sm text-ink-2' },
    cell: ({ getValue }) => <State status={getValue()} />,
  }),
  column.accessor('created_date', {
    header: words.written,
    meta: { className: 'hidden text-sm text-ink-2 @lg:table-cell' },
    cell: ({ getValue }) => <Time at={getValue()} />,
  }),
])

function State({ status }: { status: Mail['status'] }) {
  const { tone, label } = STATES[status]
  return <StatusDot tone={tone}>{label}</StatusDot>
}

function viewOf(search: URLSearchParams): MailView {
  return {
    status: STATUS_OPTIONS.find(({ id }) => id === search.get('status'))?.id,
    search: search.get('search') ?? undefined,
    cursor: search.get('cursor') ?? undefined,
  }
}
