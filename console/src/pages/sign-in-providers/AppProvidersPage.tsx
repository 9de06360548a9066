import { useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { loadForEditors } from '../../editors-only.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill, fillWith } from '../../language/fill.ts'
import { PartHeading } from '../../layout/PartHeading.tsx'
import { queries } from '../../queries.ts'
import { type AppProvider, signInQueries } from '../../sign-in-queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CallbackAddress } from './CallbackAddress.tsx'
import { SetAppProvider } from './SetAppProvider.tsx'
import { words } from './words.ts'

export { ErrorBoundary } from '../entities/EntitiesTab.tsx'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return loadForEditors(request, app_id, signInQueries.appProviders(app_id), queries.signInSettings(app_id))
}

type Open = { what: 'add' } | { what: 'change' | 'remove'; provider: AppProvider }

export function Component() {
  const { app_id = '' } = useParams()
  const { data: providers } = useSuspenseQuery(signInQueries.appProviders(app_id))
  const { data: settings } = useSuspenseQuery(queries.signInSettings(app_id))
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const form = {
    appId: app_id,
    base: settings.hosted_url,
    taken: providers.map(({ id }) => id),
    onClose: close,
  }
  const addButton = (
    <Button look="primary" icon={Plus} onPress={() => setOpen({ what: 'add' })}>
      {words.addProvider}
    </Button>
  )
  return (
    <>
      <PartHeading title={words.signInProviders} actions={providers.length > 0 && addButton}>
        {words.usersOfTheApp}
      </PartHeading>
      {providers.length === 0 ? (
        <EmptyState icon={KeyRound} title={words.noProvidersYet} action={addButton}>
          {words.usersSignInWith}
        </EmptyState>
      ) : (
        <ul aria-label={words.signInProviders} className="max-w-3xl space-y-3 px-5 pb-8 sm:px-8">
          {providers.map((provider) => (
            <ProviderItem key={provider.id} provider={provider} onOpen={setOpen} />
          ))}
        </ul>
      )}
      {open?.what === 'add' && <SetAppProvider {...form} />}
      {open?.what === 'change' && <SetAppProvider {...form} saved={open.provider} />}
      {open?.what === 'remove' && (
        <RemoveAppProvider appId={app_id} provider={open.provider} onClose={close} />
      )}
    </>
  )
}

function ProviderItem({ provider, onOpen }: { provider: AppProvider; onOpen: (open: Open) => void }) {
  const { name, issuer, client_id, has_secret, is_enabled, redirect_uri } = provider
  return (
    <li className="space-y-3 rounded-md border border-line px-4 py-3.5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-medium break-words">{name}</span>
            <Badge tone={is_enabled ? 'accent' : 'neutral'}>{is_enabled ? words.on : words.off}</Badge>
            {!has_secret && <Badge tone="caution">{words.noSecret}</Badge>}
          </p>
          <p className="text-sm break-all text-ink-3">{issuer}</p>
          <p className="text-sm break-all text-ink-3">
            {fillWith(words.clientIdClientId, { clientId: client_id })}
          </p>
        </div>
        <div className="flex gap-1.5">
          <Button
            size="sm"
            aria-label={fill(words.changeName, { name })}
            onPress={() => onOpen({ what: 'change', provider })}
          >
            {words.change}
          </Button>
          <Button
            size="sm"
            look="danger-quiet"
            aria-label={fill(words.removeName, { name })}
            onPress={() => onOpen({ what: 'remove', provider })}
          >
            {words.remove}
          </Button>
        </div>
      </div>
      <CallbackAddress address={redirect_uri} of={name} />
    </li>
  )
}

interface RemoveAppProviderProps {
  appId: string
  provider: AppProvider
  onClose: () => void
}

function RemoveAppProvider({ appId, provider: { id, name }, onClose }: RemoveAppProviderProps) {
  const remove = useAct({
    run: () => client.app_providers.remove({ app_id: appId, provider: id }),
    touches: ['app_providers'],
    done: () => fill(words.nameRemoved, { name }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.removeName2, { name })}
      confirmLabel={words.removeProvider}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      {words.nobodyCanSignIn}
    </ConfirmDialog>
  )
}
