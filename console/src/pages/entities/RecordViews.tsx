import { BookmarkPlus, Ellipsis, Link2, Pencil, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { fill } from '../../language/fill.ts'
import { useMe, useWorkspace } from '../../layout/use-workspace.ts'
import { paths, type RecordsView } from '../../paths.ts'
import type { RecordView } from '../../record-views-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { Columns } from './grid/use-column-layout.ts'
import { bodyOf, DeleteView, EditView, SaveView, type ViewLook } from './ViewDialogs.tsx'
import { words } from './words.ts'

interface RecordViewsProps {
  at: { app_id: string; entity_name: string }
  views: readonly RecordView[]
  current: RecordView | undefined
  view: RecordsView
  columns: Columns
  show: (view: RecordsView) => void
}

/** The saved views of an entity, and what is to become of what was changed in the one that is open. */
export function RecordViews({ at, views, current, view, columns, show }: RecordViewsProps) {
  const { id: workspaceId } = useWorkspace()
  const [dialog, setDialog] = useState<'create' | 'edit' | 'delete' | null>(null)
  const closeDialog = () => setDialog(null)
  const look: ViewLook = {
    q: view.q === NO_FILTER ? null : (view.q ?? null),
    sort: view.sort ?? null,
    columns: columns.layout,
  }
  const isChanged =
    current !== undefined && (look.q !== current.q || look.sort !== current.sort || columns.isChanged)
  const past_rules = view.past_rules
  const pathOf = (one: RecordView | undefined) =>
    paths.records(workspaceId, at.app_id, at.entity_name, { ...addressOf(one), past_rules })
  const save = useAct({
    run: (one: RecordView) =>
      client.record_views.update({ app_id: at.app_id, view_id: one.id }, bodyOf(look)),
    touches: ['record_views'],
    done: ({ name }) => fill(words.viewNameSaved, { name }),
    failure: toastFailure,
  })
  const isPlain = look.q === null && look.sort === null && !columns.isChanged
  if (views.length === 0 && isPlain) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 pb-3 sm:px-8">
      <nav aria-label={words.views} className="flex min-w-0 flex-wrap gap-1">
        {[undefined, ...views].map((one) => {
          const isCurrent = one?.id === current?.id
          return (
            <Link
              key={one?.id ?? ''}
              to={pathOf(one)}
              aria-current={isCurrent ? 'page' : undefined}
              className={classNames(
                'inline-flex h-7 max-w-56 items-center gap-1.5 rounded-md px-2.5 text-sm',
                isCurrent ? 'bg-active font-medium text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
              )}
            >
              <span className="truncate">{one?.name ?? words.allRecords}</span>
              {one?.is_shared && <Users aria-label={words.shared} className="size-3.5 shrink-0 text-ink-3" />}
            </Link>
          )
        })}
      </nav>
      {current && (
        <ViewMenu
          view={current}
          link={paths.records(workspaceId, at.app_id, at.entity_name, { view: current.id })}
          onEdit={() => setDialog('edit')}
          onDelete={() => setDialog('delete')}
        />
      )}
      {isChanged && (
        <span className="flex flex-wrap items-center gap-2">
          <span role="status" className="text-sm text-caution">
            {words.unsavedChanges}
          </span>
          <Button
            size="sm"
            isPending={save.isPending}
            onPress={() => save.mutate(current, { onSuccess: () => columns.reset() })}
          >
            {words.saveView}
          </Button>
          <Button
            size="sm"
            look="quiet"
            onPress={() => {
              columns.reset()
              show({ q: undefined, sort: undefined, ...addressOf(current) })
            }}
          >
            {words.discardChanges}
          </Button>
        </span>
      )}
      {(current ? isChanged : !isPlain) && (
        <Button size="sm" look="quiet" icon={BookmarkPlus} onPress={() => setDialog('create')}>
          {words.saveAsAView}
        </Button>
      )}
      {dialog === 'create' && (
        <SaveView
          at={at}
          look={look}
          onClose={closeDialog}
          onSaved={(saved) => {
            // What was changed is in the new view now, and not in the one that it began with.
            columns.reset()
            show({ q: undefined, sort: undefined, ...addressOf(saved) })
          }}
        />
      )}
      {current && dialog === 'edit' && <Edit appId={at.app_id} view={current} onClose={closeDialog} />}
      {current && dialog === 'delete' && (
        <DeleteView
          appId={at.app_id}
          view={current}
          onClose={closeDialog}
          onDone={() => show({ view: undefined, q: undefined, sort: undefined })}
        />
      )}
    </div>
  )
}

/** Says in an address with a view that there is none of its filter. */
export const NO_FILTER = '{}'

/** Everything that a view shows, so that changes of it are changes of the address. */
export function addressOf(view: RecordView | undefined): RecordsView {
  if (!view) return {}
  return { view: view.id, ...(view.q ? { q: view.q } : {}), ...(view.sort ? { sort: view.sort } : {}) }
}

function Edit({ appId, view, onClose }: { appId: string; view: RecordView; onClose: () => void }) {
  const { id } = useMe()
  return <EditView appId={appId} view={view} isMine={view.owner_id === id} onClose={onClose} />
}

interface ViewMenuProps {
  view: RecordView
  link: string
  onEdit: () => void
  onDelete: () => void
}

function ViewMenu({ view, link, onEdit, onDelete }: ViewMenuProps) {
  const copy = async () => {
    await navigator.clipboard?.writeText(new URL(link, window.location.origin).href)
    toast.done(words.linkCopied)
  }
  return (
    <Menu
      label={fill(words.optionsOfTheView, { name: view.name })}
      trigger={
        <IconButton size="sm" icon={Ellipsis} label={fill(words.optionsOfTheView, { name: view.name })} />
      }
    >
      <MenuItem icon={Pencil} onAction={onEdit}>
        {words.renameOrShare}
      </MenuItem>
      <MenuItem
        icon={Link2}
        description={view.is_shared ? undefined : words.itOpensForYou}
        onAction={() => void copy()}
      >
        {words.copyLink}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} tone="danger" onAction={onDelete}>
        {words.deleteView}
      </MenuItem>
    </Menu>
  )
}
