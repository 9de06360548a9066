import { useSuspenseQuery } from '@tanstack/react-query'
import { Building2, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill } from '../../language/fill.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { canAdminister } from '../../permissions.ts'
import { signInQueries, type WorkspaceProvider } from '../../sign-in-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ForAdmins } from '../own-connectors/ForAdmins.tsx'
import { loadForAdmins } from '../own-connectors/load-for-admins.ts'
import { CallbackAddress } from './CallbackAddress.tsx'
import { JOIN_ROLES, SetWorkspaceProvider } from './SetWorkspaceProvider.tsx'
import { SignInDomains } from './SignInDomains.tsx'
import { words } from './words.ts'

export function loader({ request, params: { workspace_id = '' } }: LoaderFunctionArgs) {
  return loadForAdmins(request, workspace_id, signInQueries.workspaceOpenId(workspace_id))
}

export function Component() {
  const { user_role } = useWorkspace()
  return (
    <>
      <PageHeader title={words.signInProvider} description={words.peopleOfYourCompany} />
      {canAdminister(user_role) ? <Provider /> : <ForAdmins>{words.theProviderDecidesWho}</ForAdmins>}
    </>
  )
}

function Provider() {
  const { id: workspaceId } = useWorkspace()
  const { data: openId } = useSuspenseQuery(signInQueries.workspaceOpenId(workspaceId))
  const [open, setOpen] = useState<'set' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const { provider, domains, redirect_uri } = openId
  return (
    <>
      <Panel title={words.callbackAddress} description={words.createAClientFor}>
        <CallbackAddress address={redirect_uri} />
      </Panel>
      <Panel title={words.provider} description={words.whoYourPeopleAre}>
        {provider ? (
          <>
            <Facts provider={provider} />
            <div className="mt-5 flex flex-wrap gap-2">
              <Button icon={Pencil} onPress={() => setOpen('set')}>
                {words.changeProvider}
              </Button>
              <Button look="danger-outline" icon={Trash2} onPress={() => setOpen('remove')}>
                {words.removeProvider}
              </Button>
            </div>
          </>
        ) : (
          <>
            <p className="mb-4 text-ink-2">{words.noneYetEverybodySigns}</p>
            <Button look="primary" icon={Building2} onPress={() => setOpen('set')}>
              {words.setUpProvider}
            </Button>
          </>
        )}
      </Panel>
      {provider && (
        <Panel title={words.domains} description={words.putEachTxtRecord}>
          <SignInDomains domains={domains} />
        </Panel>
      )}
      {open === 'set' && <SetWorkspaceProvider openId={openId} onClose={close} />}
      {open === 'remove' && <RemoveProvider onClose={close} />}
    </>
  )
}

function Facts({ provider }: { provider: WorkspaceProvider }) {
  const role = JOIN_ROLES.find(({ id }) => id === provider.join_role)?.label
  const facts = [
    ['Name', provider.name],
    ['Issuer', provider.issuer],
    [words.clientId, provider.client_id],
    [words.clientSecret, provider.has_secret ? words.saved : words.none],
    [
      words.newPeople,
      provider.joins_by_sign_in ? fill(words.joinAsRole, { role: role ?? '' }) : words.needAnInvitation,
    ],
    ['Passwords', provider.refuses_passwords ? words.refusedExceptForOwners : words.takenToo],
  ]
  return (
    <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[8rem_minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="mb-1.5 break-all sm:mb-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function RemoveProvider({ onClose }: { onClose: () => void }) {
  const { id: workspaceId } = useWorkspace()
  const remove = useAct({
    run: () => workspaceClient(workspaceId).workspace_openid.remove(),
    touches: ['workspace_openid'],
    done: () => words.signInProviderRemoved,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={words.removeTheSignIn}
      confirmLabel={words.removeIt}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      {words.peopleSignInWith}
    </ConfirmDialog>
  )
}
