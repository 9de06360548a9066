/** Entities: what an app keeps, described by schemas with rules. */
import { operations } from '@atrium/contract'
import { every } from '../../platform/jobs/job.ts'
import { handle, module } from '../../platform/module.ts'
import type { Deps } from './deps.ts'
import { exportRecords } from './files/export-records.ts'
import { importRecords } from './files/import-records.ts'
import { listRecordHistory } from './history/list-record-history.ts'
import { purgeRecordChanges } from './history/purge-record-changes.ts'
import { buildIndexes, dropIndexes } from './indexes/build-indexes.ts'
import { listIndexes } from './indexes/list-indexes.ts'
import { recordRoom } from './realtime/record-room.ts'
import { aggregateRecords } from './records/aggregate-records.ts'
import { countRecords } from './records/count-records.ts'
import { createRecord } from './records/create-record.ts'
import { createRecords } from './records/create-records.ts'
import { deleteManyRecords } from './records/delete-many-records.ts'
import { deleteRecord } from './records/delete-record.ts'
import { getRecord } from './records/get-record.ts'
import { listRecords } from './records/list-records.ts'
import { pageRecords } from './records/page-records.ts'
import { recordArchive } from './records/record-archive.ts'
import { updateManyRecords } from './records/update-many-records.ts'
import { updateRecord } from './records/update-record.ts'
import { updateRecords } from './records/update-records.ts'
import { upsertRecords } from './records/upsert-records.ts'
import { deleteSchema } from './schemas/delete-schema.ts'
import { listSchemas } from './schemas/list-schemas.ts'
import { readSchema } from './schemas/read-schema.ts'
import { replaceSchemas } from './schemas/replace-schemas.ts'
import { entityArchive } from './schemas/schema-archive.ts'
import { setSchema } from './schemas/set-schema.ts'
import { tryRules } from './schemas/try-rules.ts'
import { createRecordView } from './views/create-record-view.ts'
import { deleteRecordView } from './views/delete-record-view.ts'
import { listRecordViews } from './views/list-record-views.ts'
import { updateRecordView } from './views/update-record-view.ts'
import { recordViewArchive } from './views/view-archive.ts'

export { reviewIndexes } from './indexes/build-indexes.ts'
export { createRecordFeed, type RecordFeed } from './realtime/record-feed.ts'
export { createRecord } from './records/create-record.ts'
export { deleteRecord } from './records/delete-record.ts'
export { findRecords } from './records/find-records.ts'
export { listRecords } from './records/list-records.ts'
export type { RecordEvents } from './records/record-events.ts'
export { createFilterCheck, type RecordTriggers } from './records/record-triggers.ts'
export { recordUsageStore } from './records/record-usage-store.ts'
export { createRecordTriggers } from './records/trigger-part.ts'
export { updateRecord } from './records/update-record.ts'
export { createUpsertTurns, type UpsertTurns } from './records/upsert-turns.ts'
export { appsWithRecords, recordsOfWorkspace } from './records/usage-list-store.ts'
export { buildSchemas, faultOfSchema, type SchemasBuild } from './schemas/build-schemas.ts'
export { changeSchemas, readSchemas } from './schemas/change-schemas.ts'
export type { EntitySchema } from './schemas/entity-schema.ts'
export { findEntities } from './schemas/named-entities-store.ts'
export { createSchemaCache, type SchemaCache } from './schemas/schema-cache.ts'
export { createUserFields } from './values/user-fields.ts'

export const entities = module<Deps>('entities', {
  handlers: [
    handle(operations.schemas.list, listSchemas),
    handle(operations.schemas.replace_all, replaceSchemas),
    handle(operations.schemas.read, readSchema),
    handle(operations.schemas.set, setSchema),
    handle(operations.schemas.delete, deleteSchema),
    handle(operations.schemas.indexes, listIndexes),
    handle(operations.schemas.try_rules, tryRules),
    handle(operations.records.list, listRecords),
    handle(operations.records.page, pageRecords),
    handle(operations.records.count, countRecords),
    handle(operations.records.aggregate, aggregateRecords),
    handle(operations.records.import, importRecords),
    handle(operations.records.export, exportRecords),
    handle(operations.records.get, getRecord),
    handle(operations.records.create, createRecord),
    handle(operations.records.bulk_create, createRecords),
    handle(operations.records.update, updateRecord),
    handle(operations.records.bulk_update, updateRecords),
    handle(operations.records.update_many, updateManyRecords),
    handle(operations.records.upsert, upsertRecords),
    handle(operations.records.delete, deleteRecord),
    handle(operations.records.delete_many, deleteManyRecords),
    handle(operations.records.history, listRecordHistory),
    handle(operations.record_views.list, listRecordViews),
    handle(operations.record_views.create, createRecordView),
    handle(operations.record_views.update, updateRecordView),
    handle(operations.record_views.delete, deleteRecordView),
  ],
  rooms: [recordRoom],
  schedules: [every('*/10 * * * *', buildIndexes), every('41 * * * *', purgeRecordChanges)],
  listeners: [dropIndexes],
  archive: [...entityArchive, ...recordArchive, ...recordViewArchive],
})
