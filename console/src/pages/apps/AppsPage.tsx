import type { Folder } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ChevronDown, FolderOpen, FolderPlus, LayoutGrid, Plus, SearchX } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { load } from '../../api.ts'
import { fillWith } from '../../language/fill.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { usePageTitle } from '../../layout/page-names.ts'
import { useCreateAction } from '../../layout/use-create-action.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { type AppsView, appSortOf, paths } from '../../paths.ts'
import { canEdit, canEditFolder, NEEDS_EDITOR, unlessAllowed } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { NameFilter } from '../../table/NameFilter.tsx'
import { useView } from '../../table/use-view.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { AddApps } from './AddApps.tsx'
import { AppList } from './AppList.tsx'
import { CreateApp } from './CreateApp.tsx'
import { type FolderAct, FolderDialogs } from './FolderDialogs.tsx'
import { FolderIcon } from './FolderIcon.tsx'
import { FolderTree } from './FolderTree.tsx'
import { pathTo } from './folder-tree.ts'
import { words } from './words.ts'

export function loader({ request, params: { workspace_id = '' } }: LoaderFunctionArgs) {
  const view = viewOf(new URL(request.url).searchParams)
  return load(request, queries.folders(workspace_id), queries.apps(workspace_id, view))
}

export function Component() {
  const { id: workspaceId, user_role } = useWorkspace()
  const [view, show] = useView(viewOf, (next) => paths.apps(workspaceId, next))
  const { data: folders } = useSuspenseQuery(queries.folders(workspaceId))
  const { data: page } = useSuspenseQuery(queries.apps(workspaceId, view))
  const [folderAct, setFolderAct] = useState<FolderAct | null>(null)
  const [dialog, setDialog] = useState<'create' | 'add' | null>(null)
  const current = folders.find(({ id }) => id === view.folder)
  const closeDialog = () => setDialog(null)
  usePageTitle(current?.name)
  useCreateAction(() => setDialog('create'), canEdit(user_role))

  const createButton = (
    <Button
      look="primary"
      icon={Plus}
      onPress={() => setDialog('create')}
      disabledReason={unlessAllowed(canEdit(user_role), NEEDS_EDITOR)}
    >
      {words.newApp}
    </Button>
  )
  const addButton = current && (
    <Button
      icon={FolderPlus}
      onPress={() => setDialog('add')}
      disabledReason={unlessAllowed(canEditFolder(current, user_role), NEEDS_EDITOR)}
    >
      {words.addApps}
    </Button>
  )

  return (
    <div className="flex min-h-[inherit] flex-col lg:flex-row">
      <TreePane folders={folders} current={current} onAct={setFolderAct} />
      <div className="min-w-0 flex-1">
        <PageHeader
          title={current?.name ?? words.allApps}
          {...(current
            ? {
                above: <Breadcrumbs workspaceId={workspaceId} path={pathTo(folders, current).slice(0, -1)} />,
                icon: (
                  <span className="mt-1.5">
                    <FolderIcon color={current.color} />
                  </span>
                ),
              }
            : { description: words.everythingYouCanOpen })}
          actions={
            <>
              {addButton}
              {createButton}
            </>
          }
        />
        {(page.items.length > 0 || view.search) && (
          <NameFilter
            what="apps"
            value={view.search}
            // Typing makes many addresses; the way back skips them.
            onChange={(search) => show({ search }, { replace: true })}
          />
        )}
        {page.items.length > 0 ? (
          <AppList
            key={view.folder ?? 'all'}
            page={page}
            folders={folders}
            folder={current}
            search={view.search}
            sort={view.sort ?? '-created_date'}
          />
        ) : view.search ? (
          <EmptyState
            icon={SearchX}
            title={words.noSuchApps}
            action={<Button onPress={() => show({ search: undefined })}>{words.clearFilters}</Button>}
          >
            {fillWith(words.noNameContainsSearch, { search: view.search })}
          </EmptyState>
        ) : current ? (
          <EmptyState icon={FolderOpen} title={words.thisFolderIsEmpty} action={addButton}>
            {words.putAppsIntoIt}
          </EmptyState>
        ) : (
          <EmptyState icon={LayoutGrid} title={words.noAppsYet} action={createButton}>
            {words.appsAndAgentsThat}
          </EmptyState>
        )}
      </div>
      {folderAct && (
        <FolderDialogs
          act={folderAct}
          folders={folders}
          current={current}
          onClose={() => setFolderAct(null)}
        />
      )}
      {dialog === 'create' && <CreateApp folder={current} onClose={closeDialog} />}
      {dialog === 'add' && current && <AddApps folder={current} onClose={closeDialog} />}
    </div>
  )
}

interface TreePaneProps {
  folders: readonly Folder[]
  current: Folder | undefined
  onAct: (act: FolderAct) => void
}

/** Next to the list on wide screens; on small ones opened by a button and closed by choosing. */
function TreePane({ folders, current, onAct }: TreePaneProps) {
  const here = current?.id ?? 'all'
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === here
  return (
    <div className="border-line border-b lg:w-64 lg:shrink-0 lg:border-e lg:border-b-0">
      <AriaButton
        aria-expanded={isOpen}
        onPress={() => setOpenAt(isOpen ? null : here)}
        className="flex h-11 w-full items-center gap-2 px-5 text-start font-medium hovered:bg-hover sm:px-8 lg:hidden"
      >
        <FolderIcon color={null} />
        <span className="flex-1">{words.folders}</span>
        <ChevronDown aria-hidden className={classNames('size-4 text-ink-3', isOpen && 'rotate-180')} />
      </AriaButton>
      <div
        className={classNames(
          isOpen ? 'block border-line border-t' : 'hidden',
          'lg:sticky lg:top-2 lg:block lg:max-h-[calc(100dvh-1rem)] lg:overflow-y-auto lg:border-t-0',
        )}
      >
        <FolderTree folders={folders} current={current} onAct={onAct} />
      </div>
    </div>
  )
}

function Breadcrumbs({ workspaceId, path }: { workspaceId: string; path: Folder[] }) {
  return (
    <nav aria-label={words.aboveThisFolder}>
      <ol className="flex flex-wrap items-center gap-1.5">
        <li>
          <Link to={paths.apps(workspaceId)} className="hover:text-ink hover:underline">
            {words.allApps}
          </Link>
        </li>
        {path.map(({ id, name }) => (
          <li key={id} className="before:me-1.5 before:content-['/'_/_'']">
            <Link to={paths.apps(workspaceId, { folder: id })} className="hover:text-ink hover:underline">
              {name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function viewOf(search: URLSearchParams): AppsView {
  return {
    folder: search.get('folder') ?? undefined,
    search: search.get('search') ?? undefined,
    sort: appSortOf(search.get('sort')),
    cursor: search.get('cursor') ?? undefined,
  }
}
