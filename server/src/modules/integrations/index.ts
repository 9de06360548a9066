/** What an app's own front end can have done for it: ask a model, send mail, keep and read files. */
import { operations } from '@atrium/contract'
import { every } from '../../platform/jobs/job.ts'
import { handle, module } from '../../platform/module.ts'
import { type FileArchiveOutside, fileArchive } from './archive.ts'
import { createFileSignedUrl } from './create-file-signed-url.ts'
import { deleteFile } from './delete-file.ts'
import type { Deps } from './deps.ts'
import { downloadFile } from './download-file.ts'
import { extractData } from './extract-data.ts'
import { generateImage } from './generate-image.ts'
import { invokeLlm } from './invoke-llm.ts'
import { listFiles } from './list-files.ts'
import { deleteAppData, removeFiles } from './remove-files.ts'
import { sendEmail } from './send-email.ts'
import { uploadFile } from './upload-file.ts'
import { uploadPrivateFile } from './upload-private-file.ts'

export { createAppFiles } from './app-files.ts'
export type { FileArchiveOutside } from './archive.ts'
export { fileUsageStore } from './file-usage-store.ts'
export { readPublicFile } from './read-public-file.ts'

export const integrations = module<Deps, FileArchiveOutside>('integrations', {
  archiveWith: fileArchive,
  handlers: [
    handle(operations.integrations.invoke_llm, invokeLlm),
    handle(operations.integrations.send_email, sendEmail),
    handle(operations.integrations.upload_file, uploadFile),
    handle(operations.integrations.upload_private_file, uploadPrivateFile),
    handle(operations.integrations.create_file_signed_url, createFileSignedUrl),
    handle(operations.integrations.extract_data, extractData),
    handle(operations.integrations.generate_image, generateImage),
    handle(operations.files.list, listFiles),
    handle(operations.files.delete, deleteFile),
    handle(operations.files.download, downloadFile),
  ],
  schedules: [every('47 * * * *', removeFiles)],
  listeners: [deleteAppData],
})
