import type { Kysely, Transaction } from 'kysely'

/** The database as a store sees it: it names its own tables with `$extendTables`. */
export type Db = Kysely<object>

/** Inside a transaction use only this. Every `Tx` is also a `Db`. */
export type Tx = Transaction<object>
