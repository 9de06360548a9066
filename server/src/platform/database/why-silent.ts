import type { Pool } from 'pg'

/** Null while the database answers. */
export async function whySilent(pool: Pool): Promise<string | null> {
  try {
    await pool.query('select 1')
    return null
  } catch {
    return 'the database does not answer'
  }
}
