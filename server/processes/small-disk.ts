/** A small disk in memory, which only root can make. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

function mount(folder: string, mebibytes: number): boolean {
  try {
    const options = `size=${mebibytes}m,mode=0755`
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false // not root, or not allowed in this container
  }
}

export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-mount-'))
  const isMounted = process.platform === 'linux' && mount(folder, 1)
  if (isMounted) execFileSync('umount', [folder])
  rmSync(folder, { recursive: true })
  return isMounted
}

export function smallDisk(mebibytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-small-disk-'))
  if (!mount(folder, mebibytes)) throw new Error('the disk could not be made')
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true })
  })
  return folder
}

/** Takes all room but so many bytes. */
export function fill(disk: string, leave = 0): void {
  const filler = join(disk, 'filler')
  const { bavail, bsize } = statfsSync(disk)
  const size = bavail * bsize
  writeFileSync(filler, Buffer.alloc(size))
  if (leave > 0) truncateSync(filler, size - leave)
}
