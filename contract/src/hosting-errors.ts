/** The refusals of sites and their domains. */
export const hostingErrors = {
  site_revision_not_found: {
    status: 404,
    message: 'This site has no such revision; the last 20 are kept, see the list of revisions.',
  },
  domain_not_found: { status: 404, message: 'This site has no such domain.' },
  site_not_published: { status: 409, message: 'The site of this app is not published.' },
  site_without_index: {
    status: 409,
    message: 'There is no index.html at the top of these files; name the folder of the built front end.',
  },
  domain_taken: {
    status: 409,
    message: 'This domain belongs to the site of another app; remove it there first.',
  },
  domain_limit_reached: {
    status: 409,
    message: 'A site can have at most 10 domains; remove one first.',
  },
  domain_not_verified: {
    status: 409,
    message:
      'Neither the DNS record nor the file was found; set one of them, wait a few minutes, then verify again.',
  },
  site_too_large: {
    status: 413,
    message: 'A site can have at most 2,000 files, 25 MiB in each and 100 MiB together; publish less.',
  },
} as const satisfies Record<string, { status: number; message: string }>
