import type { Folder } from '@atrium/sdk'
import { ChevronRight, FolderPlus, LayoutGrid, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import {
  Link as AriaLink,
  Button,
  Collection,
  NavigationTree,
  NavigationTreeItem,
  NavigationTreeItemContent,
} from 'react-aria-components'
import { Link } from 'react-router'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canEdit, NEEDS_EDITOR, unlessAllowed } from '../../permissions.ts'
import { Button as TextButton } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import type { FolderAct } from './FolderDialogs.tsx'
import { FolderIcon } from './FolderIcon.tsx'
import { FolderMenu } from './FolderMenu.tsx'
import { type FolderNode, type FolderScope, treeOf } from './folder-tree.ts'
import { words } from './words.ts'

interface FolderTreeProps {
  folders: readonly Folder[]
  current: Folder | undefined
  onAct: (act: FolderAct) => void
}

const SCOPES: { scope: FolderScope; title: string; empty: string }[] = [
  { scope: 'workspace', title: words.workspaceFolders, empty: words.sharedWithEveryoneHere },
  { scope: 'personal', title: words.personalFolders, empty: words.onlyYouSeeThese },
]

export function FolderTree({ folders, current, onAct }: FolderTreeProps) {
  const { id } = useWorkspace()
  return (
    <nav aria-label={words.folders} className="space-y-5 p-3">
      <Link
        to={paths.apps(id)}
        aria-current={current ? undefined : 'page'}
        className="flex h-8 items-center gap-2 rounded-md px-2 font-medium text-ink-2 hover:bg-hover aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-strong"
      >
        <LayoutGrid aria-hidden className="size-4" />
        {words.allApps}
      </Link>
      {SCOPES.map((scope) => (
        <ScopeTree key={scope.scope} {...scope} folders={folders} current={current} onAct={onAct} />
      ))}
    </nav>
  )
}

function ScopeTree(props: FolderTreeProps & { scope: FolderScope; title: string; empty: string }) {
  const { scope, title, empty, folders, current, onAct } = props
  const { id: workspaceId, user_role } = useWorkspace()
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const titleId = useId()
  const tree = treeOf(folders, scope)
  const mayCreate = scope === 'personal' || canEdit(user_role)
  const create = () => onAct({ kind: 'create', scope })

  return (
    <section aria-labelledby={titleId}>
      <div className="mb-1 flex h-6 items-center justify-between pe-1 ps-2">
        <h2 id={titleId} className="text-xs font-medium text-ink-3">
          {title}
        </h2>
        {mayCreate && (
          <IconButton size="sm" icon={Plus} label={fill(words.newScopeFolder, { scope })} onPress={create} />
        )}
      </div>
      {tree.length === 0 ? (
        <div className="px-2 text-sm text-ink-3">
          <p>{empty}</p>
          <TextButton
            size="sm"
            icon={FolderPlus}
            className="mt-2"
            onPress={create}
            disabledReason={unlessAllowed(mayCreate, NEEDS_EDITOR)}
          >
            {words.newFolder}
          </TextButton>
        </div>
      ) : (
        <NavigationTree
          aria-labelledby={titleId}
          items={tree}
          selectedRoute={current ? paths.apps(workspaceId, { folder: current.id }) : null}
          expandedKeys={folders.map(({ id }) => id).filter((id) => !collapsed.has(id))}
          onExpandedChange={(open) =>
            setCollapsed(new Set(folders.map(({ id }) => id).filter((id) => !open.has(id))))
          }
          className="outline-none"
        >
          {(node) => <FolderItem node={node} workspaceId={workspaceId} onAct={onAct} />}
        </NavigationTree>
      )}
    </section>
  )
}

interface FolderItemProps {
  node: FolderNode
  workspaceId: string
  onAct: (act: FolderAct) => void
}

function FolderItem({ node, workspaceId, onAct }: FolderItemProps) {
  const { folder, children } = node
  return (
    <NavigationTreeItem
      id={folder.id}
      textValue={folder.name}
      href={paths.apps(workspaceId, { folder: folder.id })}
      className="group relative flex rounded-md outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent"
    >
      <NavigationTreeItemContent>
        {({ hasChildItems, isExpanded, isCurrent, level }) => (
          <div
            className={classNames(
              'flex h-8 w-full items-center gap-1 rounded-md pe-1',
              isCurrent ? 'bg-accent-soft font-medium text-accent-strong' : 'hover:bg-hover',
            )}
            style={{ paddingInlineStart: `${(level - 1) * 0.875 + 0.125}rem` }}
          >
            {hasChildItems ? (
              <Button
                slot="chevron"
                className="flex size-5 shrink-0 items-center justify-center rounded-sm text-ink-3 hovered:text-ink"
              >
                <ChevronRight
                  aria-hidden
                  className={classNames('size-3.5 transition-transform', isExpanded && 'rotate-90')}
                />
              </Button>
            ) : (
              <span className="size-5 shrink-0" />
            )}
            <AriaLink className="flex min-w-0 flex-1 items-center gap-2 self-stretch outline-none">
              <FolderIcon color={folder.color} />
              <span className="min-w-0 flex-1 truncate">{folder.name}</span>
            </AriaLink>
            <FolderMenu folder={folder} onAct={onAct} />
          </div>
        )}
      </NavigationTreeItemContent>
      <Collection items={children}>
        {(child) => <FolderItem node={child} workspaceId={workspaceId} onAct={onAct} />}
      </Collection>
    </NavigationTreeItem>
  )
}
