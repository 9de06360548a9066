/** Which objects the newest commits need; the others can go. */
import { join } from 'node:path'
import { type LooseObjects, onDisk, writeWhole } from './loose-objects.ts'
import { decodeCommit, decodeTree, isFolder, isPlainFile } from './object-form.ts'
import { type Keep, ObjectMissing, type Survey } from './port.ts'

interface Order {
  commitId: string
  keep: Keep
  sweepAfterMs: number
}

export async function survey(
  path: string,
  objects: LooseObjects,
  { commitId, keep, sweepAfterMs }: Order,
): Promise<Survey> {
  const needed = new Set<string>()
  const newest = await need(objects, needed, commitId)
  await needFolder(objects, { known: needed, fresh: needed }, newest.tree)
  const oldest = await needOlder(objects, needed, newest, keep)
  return {
    sweep: (last) =>
      onDisk(async () => {
        await needSince(objects, needed, last)
        // First the end of the history, then what lies beyond: git never meets a parent that is not there.
        if (oldest !== null) await writeWhole(join(path, 'shallow'), `${oldest}\n`)
        const swept = { objects: 0, bytes: 0 }
        for await (const { id, size } of objects.olderThan(Date.now() - sweepAfterMs)) {
          if (needed.has(id)) continue
          await objects.delete(id)
          swept.objects++
          swept.bytes += size
        }
        return swept
      }),
  }
}

/** Goes back until there is enough; returns the last that is kept when others came before it, else null. */
async function needOlder(
  objects: LooseObjects,
  needed: Set<string>,
  newest: { id: string; parent: string | null },
  keep: Keep,
): Promise<string | null> {
  let { id, parent } = newest
  let bytes = 0
  for (let commits = 1; parent !== null; commits++) {
    if (commits >= keep.commits) return id
    const fresh = new Set<string>()
    const before = await needWhole(objects, { known: needed, fresh }, parent)
    if (!before || bytes + before.bytes > keep.bytes) return id
    bytes += before.bytes
    for (const one of fresh) needed.add(one)
    ;({ id, parent } = before)
  }
  return null
}

/** Null beyond the end of a history that was cut before: there is nothing, or only some of it. */
async function needWhole(objects: LooseObjects, needs: Needs, id: string) {
  try {
    const { tree, parent } = await need(objects, needs.fresh, id)
    return { id, parent, bytes: (await objects.sizeOf(id)) + (await needFolder(objects, needs, tree)) }
  } catch (error) {
    if (error instanceof ObjectMissing) return null
    throw error
  }
}

/** What was committed between the survey and the sweep. */
async function needSince(objects: LooseObjects, needed: Set<string>, newest: string): Promise<void> {
  for (let next: string | null = newest; next !== null && !needed.has(next); ) {
    const { tree, parent } = await need(objects, needed, next)
    await needFolder(objects, { known: needed, fresh: needed }, tree)
    next = parent
  }
}

async function need(objects: LooseObjects, needed: Set<string>, id: string) {
  const commit = decodeCommit(id, await objects.read(id, 'commit'))
  needed.add(id)
  return commit
}

/** Returns how much room the objects take that were not needed before. */
async function needFolder(objects: LooseObjects, needs: Needs, tree: string): Promise<number> {
  if (!isNew(needs, tree)) return 0
  let bytes = await objects.sizeOf(tree)
  for (const entry of decodeTree(await objects.read(tree, 'tree'))) {
    if (isFolder(entry)) bytes += await needFolder(objects, needs, entry.id)
    else if (isPlainFile(entry) && isNew(needs, entry.id)) bytes += await objects.sizeOf(entry.id)
  }
  return bytes
}

/** What is known already, and where that goes which is new. */
interface Needs {
  known: ReadonlySet<string>
  fresh: Set<string>
}

function isNew({ known, fresh }: Needs, id: string): boolean {
  if (known.has(id) || fresh.has(id)) return false
  fresh.add(id)
  return true
}
