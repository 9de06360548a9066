/** Which files of a PostgreSQL data folder belong into a copy; its manual, "Making a Base Backup", says so. */

/** Below the data folder. Folders stay, as PostgreSQL does not make them itself; what lies in these does not. */
export function isLeftOut(path: string): boolean {
  const [top = '', ...rest] = path.split('/')
  const name = rest.at(-1) ?? top
  if (rest.length > 0 && EMPTIED.has(top)) return top !== 'pg_wal' || !KEPT_FOLDERS.has(path)
  return (
    LEFT_OUT.has(path) ||
    name.startsWith('pgsql_tmp') ||
    name.startsWith('pg_internal.init') ||
    TEMPORARY.test(name)
  )
}

const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const KEPT_FOLDERS = new Set(['pg_wal/archive_status', 'pg_wal/summaries'])
/** Those of the backup itself are written by it, and the control file comes last. */
const LEFT_OUT = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'current_logfiles',
  'backup_label',
  'tablespace_map',
  'recovery.signal',
  'standby.signal',
  'global/pg_control',
])
/** Relations of one session. */
const TEMPORARY = /^t\d+_\d+(_\w+)?(\.\d+)?$/
