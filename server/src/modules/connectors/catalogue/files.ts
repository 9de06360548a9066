import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import { google } from './google.ts'
import { microsoft } from './microsoft.ts'
import { dated, scope, usual } from './parts.ts'

export const files: readonly ConnectorDefinition[] = [
  google({
    integration_type: 'googledrive',
    display_name: 'Google Drive',
    description: 'Find, read and store files.',
    category: 'files',
    icon: { letters: 'Gd', color: '#0f9d58' },
    documentation_url: 'https://developers.google.com/drive/api',
    base_url: 'https://www.googleapis.com',
    items_at: '/files',
    scopes: [
      usual(
        'https://www.googleapis.com/auth/drive.file',
        'Read and change files that the app made or was given',
      ),
      scope('https://www.googleapis.com/auth/drive.readonly', 'Read all files'),
      scope('https://www.googleapis.com/auth/drive', 'Read, change and delete all files'),
    ],
    quirks: ['Files are at /drive/v3, uploads at /upload/drive/v3.'],
  }),
  microsoft({
    integration_type: 'onedrive',
    display_name: 'OneDrive',
    description: 'Find, read and store the files of a person.',
    category: 'files',
    icon: { letters: 'Od', color: '#0a64ad' },
    documentation_url: 'https://learn.microsoft.com/en-us/graph/onedrive-concept-overview',
    scopes: [
      usual('Files.Read', 'Read files of the person'),
      scope('Files.ReadWrite', 'Read, change and delete files of the person'),
    ],
  }),
  microsoft({
    integration_type: 'sharepoint',
    display_name: 'SharePoint',
    description: 'Read sites, lists and documents of an organisation, and change them.',
    category: 'files',
    icon: { letters: 'Sp', color: '#036c70' },
    documentation_url: 'https://learn.microsoft.com/en-us/graph/sharepoint-concept-overview',
    scopes: [
      usual('Sites.Read.All', 'Read sites, lists and documents'),
      scope('Sites.ReadWrite.All', 'Read and change sites, lists and documents'),
    ],
  }),
  dated({
    integration_type: 'dropbox',
    display_name: 'Dropbox',
    description: 'Find, read and store files.',
    category: 'files',
    icon: { letters: 'Dr', color: '#0061ff' },
    documentation_url: 'https://www.dropbox.com/developers/documentation/http/documentation',
    fields: [],
    auth: {
      mode: 'oauth2',
      authorization_url: 'https://www.dropbox.com/oauth2/authorize',
      token_url: 'https://api.dropboxapi.com/oauth2/token',
      client_auth: 'basic',
      pkce: true,
      authorization_params: { token_access_type: 'offline' },
      refresh: 'stable',
    },
    scopes: [
      usual('account_info.read', 'See who the account belongs to'),
      usual('files.metadata.read', 'See which files there are'),
      usual('files.content.read', 'Read files'),
      scope('files.content.write', 'Store, change and delete files'),
      scope('sharing.write', 'Share files with others'),
    ],
    api: { base_url: 'https://api.dropboxapi.com/2' },
    test: {
      method: 'POST',
      path: '/users/get_current_account',
      account_name_at: '/name/display_name',
      account_email_at: '/email',
    },
    registration_url: 'https://www.dropbox.com/developers/apps',
    quirks: [
      'Without token_access_type=offline there is no refresh token.',
      'All requests are POST; the next page of a list has a path of its own.',
      'Contents of files have another host, content.dropboxapi.com, which this connector does not reach.',
    ],
  }),
  dated({
    integration_type: 'box',
    display_name: 'Box',
    description: 'Find, read and store files of an organisation.',
    category: 'files',
    icon: { letters: 'Bx', color: '#0067d6' },
    documentation_url: 'https://developer.box.com/reference/',
    fields: [],
    auth: {
      mode: 'oauth2',
      authorization_url: 'https://account.box.com/api/oauth2/authorize',
      token_url: 'https://api.box.com/oauth2/token',
      client_auth: 'body',
      pkce: false,
      refresh: 'rotating',
    },
    scopes: [
      usual('root_readonly', 'Read all files and folders'),
      scope('root_readwrite', 'Read, change and delete all files and folders'),
    ],
    api: {
      base_url: 'https://api.box.com/2.0',
      paging: {
        kind: 'offset',
        items_at: '/entries',
        param: 'offset',
        counts: 'items',
        first: 0,
        size_param: 'limit',
        size: 100,
      },
    },
    test: { method: 'GET', path: '/users/me', account_name_at: '/name', account_email_at: '/login' },
    registration_url: 'https://app.box.com/developers/console',
    quirks: ['Each refresh token is good once, and for 60 days.'],
  }),
]
