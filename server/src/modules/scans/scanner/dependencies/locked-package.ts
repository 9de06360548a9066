/** A version of a package that an app installs. */
export interface LockedPackage {
  name: string
  version: string
  /** `other`: from git, a folder or an address, where a registry knows nothing of it. */
  source: 'registry' | 'other'
  is_direct: boolean
  is_dev: boolean
  /** How it comes in, at most 5 ways. */
  paths: readonly string[]
}
