import { useQuery } from '@tanstack/react-query'
import { fill } from '../language/fill.ts'
import { Button } from '../ui/Button.tsx'
import { pageQueries } from './page-queries.ts'
import { providerAddress } from './provider-return.ts'
import { usePage } from './use-page.ts'
import { words } from './words.ts'

/** Only where the app may be shown: its providers would tell a stranger that there is such an app. */
export function ProviderButtons() {
  const { app_id, preview, to } = usePage()
  const { data } = useQuery({ ...pageQueries.providers(app_id), enabled: preview.app !== null })
  if (!data || data.items.length === 0) return null
  return (
    <div className="mt-6 space-y-2">
      {data.items.map(({ id, name, login_url }) => (
        <Button
          key={id}
          className="w-full"
          onPress={() => window.location.assign(providerAddress(login_url, to('provider-return')))}
        >
          {fill(words.signInWith, { name })}
        </Button>
      ))}
      <p className="pt-2 text-center text-xs text-ink-3">{words.orWithEmail}</p>
    </div>
  )
}
