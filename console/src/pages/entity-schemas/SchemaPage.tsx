import type { FieldError } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Ellipsis, Table2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { data, type LoaderFunctionArgs, Outlet, useNavigate, useParams } from 'react-router'
import { useAct } from '../../act.ts'
import { client, queryClient } from '../../api.ts'
import { loadForEditors } from '../../editors-only.ts'
import type { EntitySchema } from '../../entity-schema.ts'
import { DeleteDialog } from '../../form/DeleteDialog.tsx'
import { FormFailure } from '../../form/FormFailure.tsx'
import { SaveBar } from '../../form/SaveBar.tsx'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { PageTabs } from '../../layout/PageTabs.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { queries } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { type SchemaDraft, textOf, useSchemaDraft } from './schema-draft.ts'
import { words } from './words.ts'

export async function loader({ request, params: { app_id = '', name = '' } }: LoaderFunctionArgs) {
  await loadForEditors(request, app_id, queries.schemas(app_id))
  const schemas = queryClient.getQueryData(queries.schemas(app_id).queryKey)
  if (!schemas || !Object.hasOwn(schemas, name)) throw data(null, { status: 404 })
  return null
}

export function Component() {
  const { app_id = '', name = '' } = useParams()
  const { data: schemas } = useSuspenseQuery(queries.schemas(app_id))
  const saved = schemas[name]
  // A draft belongs to one entity, and starts again with what was saved.
  return saved ? (
    <Editor key={`${app_id} ${name}`} appId={app_id} name={name} saved={saved as EntitySchema} />
  ) : null
}

function Editor({ appId, name, saved }: { appId: string; name: string; saved: EntitySchema }) {
  const { id: workspaceId } = useWorkspace()
  const draft = useSchemaDraft(appId, name, saved)
  const [isDeleting, setDeleting] = useState(false)
  const [warnings, setWarnings] = useState<readonly FieldError[]>([])
  const navigate = useNavigate()
  const base = paths.schema(workspaceId, appId, name)
  // The parts of one schema share its draft.
  useUnsavedWork(
    () => draft.isChanged,
    (pathname) => pathname === base || pathname.startsWith(`${base}/`),
  )
  const save = useAct({
    run: (schema: EntitySchema) => client.schemas.set({ app_id: appId, name }, schema),
    touches: ['schemas', 'records'],
    done: () => fill(words.nameSaved, { name }),
    failure: 'inline',
  })
  const submit = () =>
    save.mutate(draft.schema, {
      // As it is kept now: the server fills in what may be left out.
      onSuccess: ({ warnings = [], ...kept }) => {
        draft.setSchema(kept as EntitySchema)
        setWarnings(warnings)
        draft.setRefusal(null)
      },
      onError: (error) => draft.setRefusal(error),
    })

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 pt-5 sm:px-8">
        <h2 className="text-lg font-semibold tracking-tight">{name}</h2>
        <div className="ms-auto flex gap-2">
          <Button
            size="sm"
            icon={Table2}
            onPress={() => void navigate(paths.records(workspaceId, appId, name))}
          >
            {words.openData}
          </Button>
          <Menu
            label={fill(words.actionsForName, { name })}
            trigger={<IconButton size="sm" icon={Ellipsis} label={fill(words.actionsForName, { name })} />}
          >
            <MenuItem icon={Trash2} tone="danger" onAction={() => setDeleting(true)}>
              {words.deleteEntity}
            </MenuItem>
          </Menu>
        </div>
      </div>
      <PageTabs
        label={fill(words.partsOfName, { name })}
        tabs={[
          { to: base, label: words.fields },
          { to: paths.rules(workspaceId, appId, name), label: words.rules },
        ]}
      />
      {save.error && draft.faults.length === 0 && !save.isPending && draft.isChanged && (
        <div className="px-5 pt-4 sm:px-8">
          <FormFailure error={save.error} />
        </div>
      )}
      {warnings.length > 0 && (
        <div className="px-5 pt-4 sm:px-8">
          <Notice tone="caution" title={words.savedButNoRecord}>
            <ul>
              {warnings.map(({ loc }) => (
                <li key={loc.join(' ')}>{loc.slice(1).join(' › ')}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      <Outlet context={draft satisfies SchemaDraft} />
      {draft.isChanged && (
        <SaveBar
          faultCount={draft.faults.length}
          disabledReason={draft.isReadable ? undefined : words.theJsonCannotBe}
          isPending={save.isPending}
          onSave={submit}
          onDiscard={() => {
            draft.setText(textOf(saved))
            draft.setRefusal(null)
            save.reset()
          }}
        />
      )}
      {isDeleting && <DeleteEntity appId={appId} name={name} onClose={() => setDeleting(false)} />}
    </>
  )
}

function DeleteEntity({ appId, name, onClose }: { appId: string; name: string; onClose: () => void }) {
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  return (
    <DeleteDialog
      name={name}
      confirmLabel={words.deleteEntity}
      typeToConfirm={name}
      run={async () => {
        await client.schemas.delete({ app_id: appId, name })
        // Away from what is not there any more, before the list is read again.
        await navigate(paths.app(workspaceId, appId))
      }}
      touches={['schemas', 'records']}
      onClose={onClose}
    >
      <p>{fillWith(words.theAppCanNo, { name })}</p>
    </DeleteDialog>
  )
}
