import type { Mail } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Mails, ShieldAlert } from 'lucide-react'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { load, queryClient } from '../../api.ts'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { canAdminister } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { Pager } from '../../table/Pager.tsx'
import { useCursorPages } from '../../table/use-cursor-pages.ts'
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
  return load(request, queries.mail(workspace_id, cursorOf(new URL(request.url).searchParams)))
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
  const { data: page } = useSuspenseQuery(queries.mail(workspaceId, cursorOf(useSearchParams()[0])))
  const pages = useCursorPages(page.next_cursor)
  if (page.items.length === 0) {
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
      <DataTable
        label={words.mails}
        columns={COLUMNS}
        rows={page.items}
        rowId={({ id }) => id}
        rowName={({ subject, to }) => fill(words.subjectToTo, { subject, to })}
        detail={(mail) => <MailDetail mail={mail} />}
      />
      <Pager {...pages} count={page.items.length} noun={page.items.length === 1 ? 'mail' : 'mails'} />
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
  if (status === 'sent') return <StatusDot tone="good">{words.sent}</StatusDot>
  if (status === 'waiting') return <StatusDot tone="caution">{words.onItsWay}</StatusDot>
  if (status === 'failed') return <StatusDot tone="danger">{words.notSent}</StatusDot>
  return <StatusDot tone="open">{words.keptHere}</StatusDot>
}

function cursorOf(search: URLSearchParams) {
  return search.get('cursor') ?? undefined
}
