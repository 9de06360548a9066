import { Select } from '../../ui/Select.tsx'
import type { AuthOf } from './definition-words.ts'
import type { PartProps } from './edit-definition.ts'
import { PlacedText } from './PlacedText.tsx'
import { words } from './words.ts'

type KeyAuth = AuthOf<'api_key'>

const PLACES = [
  { id: 'headers', label: words.inAHeader },
  { id: 'query', label: words.inTheQueryOf },
  { id: 'basic', label: words.asNameAndPassword },
]

/** Where the key goes with every call. More than one place is for the JSON. */
export function KeyPlace({ auth, change }: PartProps & { auth: KeyAuth }) {
  const place = auth.basic ? 'basic' : auth.query ? 'query' : 'headers'
  return (
    <>
      <Select
        label={words.whereTheKeyGoes}
        options={PLACES}
        value={place}
        onChange={(id) => change({ auth: STARTERS[id === 'query' || id === 'basic' ? id : 'headers'] })}
      />
      {place === 'basic' && auth.basic ? (
        <NameAndPassword basic={auth.basic} onChange={(basic) => change({ auth: { ...auth, basic } })} />
      ) : (
        <OneEntry
          place={place === 'query' ? 'query' : 'headers'}
          entries={auth[place === 'query' ? 'query' : 'headers'] ?? {}}
          onChange={(entries) =>
            change({ auth: { ...auth, [place === 'query' ? 'query' : 'headers']: entries } })
          }
        />
      )}
    </>
  )
}

const STARTERS: Record<'headers' | 'query' | 'basic', KeyAuth> = {
  headers: { mode: 'api_key', headers: { Authorization: words.bearerApiKey } },
  query: { mode: 'api_key', query: { api_key: '{api_key}' } },
  basic: { mode: 'api_key', basic: { username: '{api_key}', password: '' } },
}

const HINT = words.valuesOfFieldsStandIn

interface OneEntryProps {
  place: 'headers' | 'query'
  entries: Readonly<Record<string, string>>
  onChange: (entries: Record<string, string>) => void
}

/** The first of them; the others stay as they are. */
function OneEntry({ place, entries, onChange }: OneEntryProps) {
  const [[name, value] = ['', ''], ...others] = Object.entries(entries)
  const set = (next: string, text: string) => onChange(Object.fromEntries([[next, text], ...others]))
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <PlacedText
        label={place === 'headers' ? words.header : words.parameter}
        place={`auth.${place}.name`}
        isRequired
        value={name}
        onChange={(next) => set(next, value)}
      />
      <PlacedText
        label={words.itsValue}
        place={`auth.${place}.${name}`}
        isRequired
        hint={HINT}
        value={value}
        onChange={(text) => set(name, text)}
      />
    </div>
  )
}

interface NameAndPasswordProps {
  basic: NonNullable<KeyAuth['basic']>
  onChange: (basic: NonNullable<KeyAuth['basic']>) => void
}

function NameAndPassword({ basic, onChange }: NameAndPasswordProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <PlacedText
        label={words.name}
        place="auth.basic.username"
        value={basic.username}
        onChange={(username) => onChange({ ...basic, username })}
      />
      <PlacedText
        label={words.password}
        place="auth.basic.password"
        hint={HINT}
        value={basic.password}
        onChange={(password) => onChange({ ...basic, password })}
      />
    </div>
  )
}
