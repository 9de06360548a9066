import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readObject } from '../../entity-schema.ts'
import { explainError } from '../../explain-error.ts'
import { fillWith } from '../../language/fill.ts'
import { queries } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { faultWords, type SchemaDraft } from './schema-draft.ts'
import { type Tried, TriedTable } from './TriedTable.tsx'
import { words } from './words.ts'

/** What rules can ask of a user; null when nobody is signed in. */
type TriedUser = { id?: string; email?: string; role?: string; data?: Record<string, unknown> } | null

const NOBODY = 'nobody'
const SOMEBODY = 'somebody'
const PRESETS: Record<string, TriedUser> = {
  [NOBODY]: null,
  user: { role: 'user' },
  admin: { role: 'admin' },
}

/** The rules as somebody else meets them, also those that are not saved yet. */
export function TryRules({ draft }: { draft: SchemaDraft }) {
  const [who, setWho] = useState('user')
  const [as, setAs] = useState<TriedUser>(PRESETS.user ?? null)
  const { data: tried, error } = useTried(draft, as)
  const { data: appUsers } = useQuery(queries.appUsers(draft.appId, {}))
  const creators = creatorsIn(tried)
  const users = appUsers?.items ?? []

  const choose = (id: string) => {
    setWho(id)
    const user = users.find((one) => one.id === id)
    const creator = creators.find((one) => one.id === id)
    if (id in PRESETS) setAs(PRESETS[id] ?? null)
    else if (user) setAs({ id, email: user.email, role: user.role ?? 'user', data: user.data })
    else setAs(creator ? { id, email: creator.email, role: 'user' } : { role: 'user' })
  }

  return (
    <section aria-labelledby="try-rules">
      <h3 id="try-rules" className="text-base font-semibold">
        {words.tryTheRules}
      </h3>
      <p className="mb-3 text-sm text-ink-3">
        {fillWith(words.whatSomebodyMayDo, { unsavedAs: draft.isChanged ? words.unsavedAsTheyAre : '' })}
      </p>
      <div className="mb-4 space-y-3">
        <Select
          label={words.as}
          options={[
            { id: NOBODY, label: words.somebodyWhoIsNot },
            { id: 'user', label: words.aSignedInUser, description: words.whoCreatedNothingHere },
            { id: 'admin', label: words.aUserWithThe, description: words.thoseWhoCanEdit },
            ...users.map(({ id, email }) => ({ id, label: email, group: words.usersOfTheApp })),
            ...creators
              .filter(({ id }) => !users.some((user) => user.id === id))
              .map(({ id, email }) => ({ id, label: email, group: words.whoCreatedRecordsHere })),
            { id: SOMEBODY, label: words.somebodyElse, group: words.byHand },
          ]}
          value={who}
          onChange={(key) => key !== null && choose(String(key))}
          className="sm:max-w-md"
        />
        {!(who in PRESETS) && <UserFields key={who} user={as ?? {}} onTry={setAs} />}
      </div>
      {error ? (
        <Refused error={error} draft={draft} />
      ) : (
        tried && <TriedTable tried={tried} schema={draft.schema} />
      )}
    </section>
  )
}

function useTried(draft: SchemaDraft, as: TriedUser) {
  const { appId, name, schema, isChanged } = draft
  return useQuery({
    ...queries.tried(appId, name, { ...(isChanged && { schema }), as }),
    placeholderData: keepPreviousData,
  })
}

/** Anyone who made one of the records that are shown can be tried without knowing their id. */
function creatorsIn(tried: Tried | undefined): { id: string; email: string }[] {
  const found = new Map<string, string>()
  for (const { record } of tried?.records ?? []) {
    const { created_by, created_by_id } = record
    if (typeof created_by === 'string' && typeof created_by_id === 'string')
      found.set(created_by_id, created_by)
  }
  return [...found].map(([id, email]) => ({ id, email })).sort((a, b) => a.email.localeCompare(b.email))
}

function UserFields({ user, onTry }: { user: NonNullable<TriedUser>; onTry: (user: TriedUser) => void }) {
  const [email, setEmail] = useState(user.email ?? '')
  const [id, setId] = useState(user.id ?? '')
  const [role, setRole] = useState(user.role ?? 'user')
  const [data, setData] = useState(JSON.stringify(user.data ?? {}))
  const parsed = parseData(data)
  return (
    <form
      aria-label={words.whoToTryAs}
      className="grid items-end gap-3 rounded-md border border-line bg-sunken p-3 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_8rem_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        if (parsed) onTry({ ...(id && { id }), ...(email && { email }), role: role || 'user', data: parsed })
      }}
    >
      <TextField label={words.email} value={email} onChange={setEmail} />
      <TextField label={words.userId} value={id} onChange={setId} className="[&_input]:font-mono" />
      <TextField label={words.role} value={role} onChange={setRole} />
      <TextField
        label={parsed ? words.dataAsJson : words.dataNotAJson}
        value={data}
        onChange={setData}
        isInvalid={!parsed}
        className="[&_input]:font-mono"
      />
      <Button type="submit" disabledReason={parsed ? undefined : words.theDataMustBe}>
        {words.try}
      </Button>
    </form>
  )
}

const parseData = (text: string) => (text.trim() === '' ? {} : readObject(text))

function Refused({ error, draft }: { error: Error; draft: SchemaDraft }) {
  const { title, message } = explainError(error)
  const rows = 'fields' in error && Array.isArray(error.fields) ? error.fields : []
  return (
    <Notice tone="danger" title={rows.length > 0 ? words.theDraftCannotBe : title}>
      {rows.length === 0 ? (
        message
      ) : (
        <ul className="list-disc ps-4">
          {rows.map(({ loc, msg }: { loc: (string | number)[]; msg: string }) => (
            <li key={`${loc.join('.')} ${msg}`} className="break-words">
              {faultWords({ place: loc.slice(loc[1] === 'schema' && draft.isChanged ? 2 : 1), message: msg })}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
