import type { AnswerHeaders } from '../../platform/http/visitor.ts'
import type { FileRow } from './store.ts'

/** What browsers show and never run. Everything else they may only save. */
const SHOWN =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)|(audio|video)\/[\w.+-]+|text\/plain)$/
/** Browsers show no PDF in a sandbox, and their viewers keep its scripts away from the origin it came from. */
const PDF = 'application/pdf'
/** What a page of the same origin could load and run although the page's policy allows nothing foreign. */
const LOADED_BY_PAGES = /^text\/css$|^[a-z]+\/(x-)?(java|ecma|live|j)script/

/** The headers of an uploaded file: it must never run with the rights of the console, whose origin it may share. */
export function describeFile(
  { name, content_type }: Pick<FileRow, 'name' | 'content_type'>,
  { isApart }: { isApart: boolean },
  headers: AnswerHeaders,
): void {
  const isShownPdf = isApart && content_type === PDF
  const isShown = isShownPdf || SHOWN.test(content_type)
  // With nosniff, no browser takes plain text for a script or a style sheet.
  const type = !isApart && LOADED_BY_PAGES.test(content_type) ? 'text/plain' : content_type
  headers.set('Content-Type', type.startsWith('text/') ? `${type}; charset=utf-8` : type)
  const place = isShown ? 'inline' : 'attachment'
  headers.set('Content-Disposition', `${place}; filename*=UTF-8''${encodeName(name)}`)
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Content-Security-Policy', isShownPdf ? POLICY : `${POLICY}; sandbox`)
  headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  headers.set('Accept-Ranges', 'bytes')
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'"

function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*!]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
}
