/** The key stands behind the #, so that it is sent to nobody with the script, and the script is the same for all. */
function scriptUrl(baseUrl: string, key: string): string {
  return `${baseUrl}/testing-agent/recorder.js#${key}`
}

export function snippetOf(baseUrl: string, key: string): string {
  return `<script src="${scriptUrl(baseUrl, key)}"></script>`
}

/** Browsers decode what follows `javascript:`, so it holds nothing that would change. */
export function bookmarkOf(baseUrl: string, key: string): string {
  const src = JSON.stringify(scriptUrl(baseUrl, key))
  return `javascript:${encodeURIComponent(
    `(()=>{const s=document.createElement("script");s.src=${src};document.documentElement.append(s)})()`,
  )}`
}
