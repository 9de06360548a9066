import { harmlessType, UNTRUSTED_POLICY } from '../../platform/http/security-policy.ts'
import type { AnswerHeaders } from '../../platform/http/visitor.ts'
import type { FileRow } from './store.ts'

/** What browsers show and never run. Everything else they may only save. */
const SHOWN =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)|(audio|video)\/[\w.+-]+|text\/plain)$/
/** Browsers show no PDF in a sandbox, and their viewers keep its scripts away from the origin it came from. */
const PDF = 'application/pdf'

/** The headers of an uploaded file: it must never run with the rights of the console, whose origin it may share. */
export function describeFile(
  { name, content_type }: Pick<FileRow, 'name' | 'content_type'>,
  { isApart }: { isApart: boolean },
  headers: AnswerHeaders,
): void {
  const isShownPdf = isApart && content_type === PDF
  const isShown = isShownPdf || SHOWN.test(content_type)
  const type = content_type.startsWith('text/') ? `${content_type}; charset=utf-8` : content_type
  headers.set('Content-Type', isApart ? type : harmlessType(type))
  const place = isShown ? 'inline' : 'attachment'
  headers.set('Content-Disposition', `${place}; filename*=UTF-8''${encodeName(name)}`)
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Content-Security-Policy', isShownPdf ? WITHOUT_SANDBOX : UNTRUSTED_POLICY)
  headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  headers.set('Accept-Ranges', 'bytes')
}

const WITHOUT_SANDBOX = UNTRUSTED_POLICY.replace('; sandbox', '')

function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*!]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
}
