/** The app's own code: a git repository for each app, changed file by file. */
import { operations } from '@atrium/contract'
import { handle, module } from '../../platform/module.ts'
import { sourceArchive } from './archive.ts'
import { deleteAppData } from './delete-app-data.ts'
import { deleteSourceFile } from './delete-source-file.ts'
import type { Deps } from './deps.ts'
import { listSourceCommits } from './list-source-commits.ts'
import { readSourceCommit } from './read-source-commit.ts'
import { readSourceFile } from './read-source-file.ts'
import { readSourceTree } from './read-source-tree.ts'
import { trimHistory } from './trim-history.ts'
import { writeSourceFile } from './write-source-file.ts'

export { type AppSource, type AppSourceFile, createAppSource } from './app-source.ts'
export { changeSourceFiles, type FilesChange, type FilesChanged } from './change-source-files.ts'
export type { Deps as SourceDeps } from './deps.ts'

export const source = module<Deps, Pick<Deps, 'sourceStorage'>>('source', {
  handlers: [
    handle(operations.source.read_file, readSourceFile),
    handle(operations.source.write_file, writeSourceFile),
    handle(operations.source.delete_file, deleteSourceFile),
    handle(operations.source.tree, readSourceTree),
    handle(operations.source.commits, listSourceCommits),
    handle(operations.source.read_commit, readSourceCommit),
  ],
  jobs: [trimHistory],
  listeners: [deleteAppData],
  archiveWith: sourceArchive,
})
