import { ChevronRight, FileText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { fill, fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { sourcePaths } from '../../source-paths.ts'
import { classNames } from '../../ui/class-names.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { foldersOn, type TreeNode, treeOf } from './source-tree.ts'
import { words } from './words.ts'

/** With no more files than these every folder is open at first. */
const ALL_OPEN = 60
const MOST_FOUND = 100

interface SourceTreeProps {
  appId: string
  paths: readonly string[]
  current: string
}

/** Files in their folders, or those that a search finds. */
export function SourceTree({ appId, paths, current }: SourceTreeProps) {
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = wanted === '' ? [] : paths.filter((path) => path.toLowerCase().includes(wanted))
  const nodes = useMemo(() => treeOf(paths), [paths])
  return (
    <>
      <SearchField
        label={words.searchFiles}
        placeholder={words.searchFiles}
        value={search}
        onChange={setSearch}
      />
      <nav aria-label={words.files} className="lg:max-h-[calc(100dvh-14rem)] lg:overflow-y-auto">
        {wanted === '' ? (
          <Nodes appId={appId} nodes={nodes} current={current} isOpenAtFirst={paths.length <= ALL_OPEN} />
        ) : found.length > 0 ? (
          <ul className="space-y-px">
            {found.slice(0, MOST_FOUND).map((path) => (
              <FileItem key={path} appId={appId} path={path} label={path} isCurrent={path === current} />
            ))}
          </ul>
        ) : (
          <p className="px-2 py-3 text-sm text-ink-3">{words.noFileHasThis}</p>
        )}
        {found.length > MOST_FOUND && (
          <p className="px-2 py-2 text-sm text-ink-3">
            {fillWith(words.countMoreAreNot, { count: found.length - MOST_FOUND })}
          </p>
        )}
      </nav>
    </>
  )
}

interface NodesProps {
  appId: string
  nodes: readonly TreeNode[]
  current: string
  isOpenAtFirst: boolean
}

function Nodes({ nodes, ...shared }: NodesProps) {
  const { appId, current } = shared
  return (
    <ul className="space-y-px">
      {nodes.map(({ name, path, children }) =>
        children ? (
          <Folder key={path} name={name} path={path} nodes={children} {...shared} />
        ) : (
          <FileItem key={path} appId={appId} path={path} label={name} isCurrent={path === current} />
        ),
      )}
    </ul>
  )
}

function Folder({ name, path, nodes, ...shared }: NodesProps & { name: string; path: string }) {
  const isOnTheWay = foldersOn(shared.current).includes(path)
  const [isOpen, setOpen] = useState(shared.isOpenAtFirst || isOnTheWay)
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={fill(words.folderName, { name })}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-7 w-full items-center gap-1.5 rounded-md px-2 py-1 text-start text-sm text-ink-2 hover:bg-hover hover:text-ink"
      >
        <ChevronRight
          aria-hidden
          className={classNames('size-3.5 shrink-0 transition-look', isOpen && 'rotate-90')}
        />
        <span className="min-w-0 break-all">{name}</span>
      </button>
      {isOpen && (
        <div className="ms-3.5 border-s border-line ps-1.5">
          <Nodes nodes={nodes} {...shared} />
        </div>
      )}
    </li>
  )
}

interface FileItemProps {
  appId: string
  path: string
  label: string
  isCurrent: boolean
}

function FileItem({ appId, path, label, isCurrent }: FileItemProps) {
  const { id: workspaceId } = useWorkspace()
  return (
    <li>
      <Link
        to={sourcePaths.file(workspaceId, appId, path)}
        aria-current={isCurrent ? 'page' : undefined}
        className={classNames(
          'flex min-h-7 items-center gap-1.5 rounded-md px-2 py-1 text-sm',
          isCurrent ? 'bg-active font-medium text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
        )}
      >
        <FileText aria-hidden className="size-3.5 shrink-0 text-ink-3" />
        <span className="min-w-0 break-all">{label}</span>
      </Link>
    </li>
  )
}
