/** Entities: what an app keeps, described by schemas with rules. */
import { operations } from '@atrium/contract'
import { handle, module } from '../../platform/module.ts'
import { entityArchive } from './archive.ts'
import { countRecords } from './count-records.ts'
import { createRecord } from './create-record.ts'
import { createRecords } from './create-records.ts'
import { deleteManyRecords } from './delete-many-records.ts'
import { deleteRecord } from './delete-record.ts'
import { deleteSchema } from './delete-schema.ts'
import type { Deps } from './deps.ts'
import { getRecord } from './get-record.ts'
import { listRecords } from './list-records.ts'
import { listSchemas } from './list-schemas.ts'
import { pageRecords } from './page-records.ts'
import { readSchema } from './read-schema.ts'
import { recordArchive } from './record-archive.ts'
import { replaceSchemas } from './replace-schemas.ts'
import { setSchema } from './set-schema.ts'
import { updateManyRecords } from './update-many-records.ts'
import { updateRecord } from './update-record.ts'
import { updateRecords } from './update-records.ts'
import { upsertRecords } from './upsert-records.ts'

export type { RecordEvents } from './record-events.ts'
export { createSchemaCache, type SchemaCache } from './schema-cache.ts'

export const entities = module<Deps>('entities', {
  handlers: [
    handle(operations.schemas.list, listSchemas),
    handle(operations.schemas.replace_all, replaceSchemas),
    handle(operations.schemas.read, readSchema),
    handle(operations.schemas.set, setSchema),
    handle(operations.schemas.delete, deleteSchema),
    handle(operations.records.list, listRecords),
    handle(operations.records.page, pageRecords),
    handle(operations.records.count, countRecords),
    handle(operations.records.get, getRecord),
    handle(operations.records.create, createRecord),
    handle(operations.records.bulk_create, createRecords),
    handle(operations.records.update, updateRecord),
    handle(operations.records.bulk_update, updateRecords),
    handle(operations.records.update_many, updateManyRecords),
    handle(operations.records.upsert, upsertRecords),
    handle(operations.records.delete, deleteRecord),
    handle(operations.records.delete_many, deleteManyRecords),
  ],
  archive: [...entityArchive, ...recordArchive],
})
