import type { AnswerOf, Operations } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, LogIn, SearchX, UserPlus, UsersRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useNavigate, useParams } from 'react-router'
import { loadForEditors } from '../../editors-only.ts'
import { fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { type AppUsersView, paths } from '../../paths.ts'
import { queries } from '../../queries.ts'
import { signInPaths } from '../../sign-in-paths.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { FilterField } from '../../table/FilterField.tsx'
import { Pager } from '../../table/Pager.tsx'
import { useCursorPages } from '../../table/use-cursor-pages.ts'
import { useView } from '../../table/use-view.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CodePanel } from '../docs/CodePanel.tsx'
import { ChangeAppUser, InviteAppUser, RemoveAppUser } from './AppUserDialogs.tsx'
import { type AppUser, type AppUserAct, appUserColumns, nameOf } from './app-user-columns.tsx'
import { SignInSettings } from './SignInSettings.tsx'
import { words } from './words.ts'

export { ErrorBoundary } from '../entities/EntitiesTab.tsx'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  const users = queries.appUsers(app_id, viewOf(new URL(request.url).searchParams))
  return loadForEditors(request, app_id, users, queries.signInSettings(app_id))
}

export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const [view, show] = useView(viewOf, (next) => paths.appUsers(workspaceId, app_id, next))
  const { data: page } = useSuspenseQuery(queries.appUsers(app_id, view))
  const { data: settings } = useSuspenseQuery(queries.signInSettings(app_id))
  const navigate = useNavigate()
  const [isSetting, setSetting] = useState(false)
  const [isInviting, setInviting] = useState(false)
  const buttons = (
    <div className="flex flex-wrap gap-2">
      <Button icon={LogIn} onPress={() => setSetting(true)}>
        {words.signInSettings}
      </Button>
      <Button icon={KeyRound} onPress={() => void navigate(signInPaths.ofApp(workspaceId, app_id))}>
        {words.signInProviders}
      </Button>
      <Button look="primary" icon={UserPlus} onPress={() => setInviting(true)}>
        {words.inviteAUser}
      </Button>
    </div>
  )
  return (
    <>
      {page.items.length === 0 && !view.search ? (
        <EmptyState icon={UsersRound} title={words.noUsersYet} action={buttons}>
          {words.peopleWhoSignUp}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-5 sm:px-8">
            <FilterField
              label={words.searchUsers}
              placeholder={words.email}
              value={view.search ?? ''}
              onChange={(search) => show({ search: search || undefined }, { replace: true })}
              className="w-full sm:w-64"
            />
            {buttons}
          </div>
          {page.items.length > 0 ? (
            <UserList appId={app_id} page={page} />
          ) : (
            <EmptyState icon={SearchX} title={words.nobodyFound}>
              {fillWith(words.noEmailContainsSearch, { search: view.search })}
            </EmptyState>
          )}
        </>
      )}
      <div className="px-5 py-6 sm:px-8">
        <CodePanel
          calls={[
            { operation: 'app_users.list', label: words.listUsers },
            { operation: 'app_users.invite', label: words.inviteAUser },
          ]}
          values={{ app_id }}
        />
      </div>
      {isSetting && <SignInSettings appId={app_id} settings={settings} onClose={() => setSetting(false)} />}
      {isInviting && <InviteAppUser appId={app_id} onClose={() => setInviting(false)} />}
    </>
  )
}

interface UserListProps {
  appId: string
  page: AnswerOf<Operations['app_users']['list']>
}

function UserList({ appId, page }: UserListProps) {
  const pages = useCursorPages(page.next_cursor)
  const [act, setAct] = useState<AppUserAct | null>(null)
  const columns = useMemo(() => appUserColumns(setAct), [])
  const close = () => setAct(null)
  return (
    <>
      <DataTable
        label={words.users}
        columns={columns}
        rows={page.items satisfies AppUser[]}
        rowId={({ id }) => id}
        rowName={nameOf}
      />
      <Pager {...pages} count={page.items.length} noun={page.items.length === 1 ? 'user' : 'users'} />
      {act?.kind === 'change' && <ChangeAppUser appId={appId} user={act.user} onClose={close} />}
      {act?.kind === 'remove' && <RemoveAppUser appId={appId} user={act.user} onClose={close} />}
    </>
  )
}

function viewOf(search: URLSearchParams): AppUsersView {
  return { search: search.get('search') ?? undefined, cursor: search.get('cursor') ?? undefined }
}
