import { Ellipsis, FilePlus2, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { FileDialog } from './FileDialog.tsx'
import type { FunctionDraft } from './function-draft.ts'

interface FileListProps {
  draft: FunctionDraft
  current: string | undefined
}

/** The files of a function; each opens in the editor. */
export function FileList({ draft, current }: FileListProps) {
  const { files, entry, problems, canEdit, appId, deployed } = draft
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<string | null>(null)
  const [removing, setRemoving] = useState<string | null>(null)
  const pathOf = (file: string) => paths.function(workspaceId, appId, deployed.name, file)
  const taken = files.map(({ path }) => path)

  return (
    <section aria-label="Files">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h3 className="text-sm font-medium">Files</h3>
        {canEdit && (
          <Button size="sm" look="quiet" icon={FilePlus2} onPress={() => setAdding(true)}>
            Add file
          </Button>
        )}
      </div>
      <ul className="space-y-0.5">
        {files.map(({ path }) => {
          const isWrong = problems.some((problem) => problem.path === path)
          return (
            <li
              key={path}
              className={classNames(
                'flex items-center gap-1 rounded-md pr-1',
                path === current ? 'bg-active' : 'hover:bg-hover',
              )}
            >
              <Link
                to={pathOf(path)}
                aria-current={path === current ? 'page' : undefined}
                className={classNames(
                  'flex min-h-8 min-w-0 flex-1 items-center gap-2 px-2.5 py-1 font-mono text-sm',
                  isWrong && 'text-danger',
                )}
              >
                <span className="min-w-0 break-all">{path}</span>
                {path === entry && <Badge tone="accent">Entry</Badge>}
                {isWrong && <span className="sr-only">has problems</span>}
              </Link>
              {canEdit && (
                <Menu
                  label={`Actions for ${path}`}
                  trigger={<IconButton size="sm" icon={Ellipsis} label={`Actions for ${path}`} />}
                >
                  <MenuItem
                    icon={Play}
                    onAction={() => draft.setEntry(path)}
                    description="The function begins with this file"
                    disabledReason={path === entry ? 'The function begins with it already.' : undefined}
                  >
                    Make it the entry
                  </MenuItem>
                  <MenuItem icon={Pencil} onAction={() => setRenaming(path)}>
                    Rename
                  </MenuItem>
                  <MenuItem
                    icon={Trash2}
                    tone="danger"
                    onAction={() => setRemoving(path)}
                    disabledReason={files.length === 1 ? 'A function has at least one file.' : undefined}
                  >
                    Remove
                  </MenuItem>
                </Menu>
              )}
            </li>
          )
        })}
      </ul>
      {isAdding && (
        <FileDialog
          title="Add a file"
          submitLabel="Add file"
          taken={taken}
          onClose={() => setAdding(false)}
          onSubmit={(path) => {
            draft.addFile(path)
            void navigate(pathOf(path))
          }}
        />
      )}
      {renaming !== null && (
        <FileDialog
          title={`Rename ${renaming}`}
          submitLabel="Rename"
          path={renaming}
          taken={taken.filter((path) => path !== renaming)}
          onClose={() => setRenaming(null)}
          onSubmit={(path) => {
            draft.renameFile(renaming, path)
            void navigate(pathOf(path))
          }}
        />
      )}
      {removing !== null && (
        <ConfirmDialog
          title={`Remove ${removing}?`}
          confirmLabel="Remove file"
          onClose={() => setRemoving(null)}
          onConfirm={() => {
            draft.removeFile(removing)
            setRemoving(null)
          }}
        >
          <p>It is gone with the next deployment; until then discarding brings it back.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
