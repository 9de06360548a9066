/** What git asks for, by the address: a repository, and one of the three places that its protocol has there. */
export interface GitAddress {
  workspace_id: string
  full_name: string
  service: 'upload-pack' | 'receive-pack'
  isAdvertisement: boolean
}

/** Null when git would not ask so. */
export function readGitAddress({ method, url }: { method: string; url: string }): GitAddress | null {
  const [path = '', query = ''] = url.split('?', 2)
  const found = ADDRESS.exec(path)
  if (!found) return null
  const [, workspace_id = '', owner = '', name = '', place = ''] = found
  const isAdvertisement = place === 'info/refs'
  const asked = isAdvertisement ? new URLSearchParams(query).get('service') : place
  const [, service] = /^git-(upload-pack|receive-pack)$/.exec(asked ?? '') ?? []
  // Programs without the smart protocol name no service; nothing is served to them.
  if (service === undefined || method !== (isAdvertisement ? 'GET' : 'POST')) return null
  return {
    workspace_id,
    full_name: `${owner}/${name}`,
    service: service === 'upload-pack' ? 'upload-pack' : 'receive-pack',
    isAdvertisement,
  }
}

const NAME = '([A-Za-z0-9_.-]{1,128})'
const ADDRESS = new RegExp(
  `^/git/${NAME}/${NAME}/${NAME.replace('}', '}?')}(?:\\.git)?/(info/refs|git-upload-pack|git-receive-pack)$`,
)
