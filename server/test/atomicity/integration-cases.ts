import type { Cases } from './case.ts'
import type { World } from './world.ts'

async function shop({ app, owner }: World) {
  return { app_id: (await app.make.app(owner)).id }
}
const FILE = { file: new Blob(['some text']), file_name: 'a.txt' }

const site = (content: string) => ({ files: [{ path: 'index.html', content }] })

const FILE_STORED = ['files insert', 'file_totals insert, files update']
const SPENT = 'credit_holds delete, credit_uses insert, member_activity update, workspace_credits update'

export const integrationCases: Cases = {
  'integrations.invoke_llm': {
    why: 'credits are held before the model is asked, and spent when it has answered',
    prepare: async (world) => {
      const at = await shop(world)
      return () => world.client.integrations.invoke_llm(at, { prompt: 'Say hello' })
    },
    steps: ['credit_holds insert', 'model_usage insert', SPENT],
    undo: ['credit_holds delete'],
  },
  'integrations.send_email': async (world) => {
    const at = await shop(world)
    const mail = { to: 'somebody@example.com', subject: 'Hello', body: 'Hello' }
    return () => world.client.integrations.send_email(at, mail)
  },
  'integrations.upload_file': {
    why: 'the row of a file comes before its bytes, so that bytes which never arrive whole are found and removed',
    prepare: async (world) => {
      const at = await shop(world)
      return () => world.client.integrations.upload_file(at, FILE)
    },
    steps: FILE_STORED,
  },
  'integrations.upload_private_file': {
    why: 'the row of a file comes before its bytes, so that bytes which never arrive whole are found and removed',
    prepare: async (world) => {
      const at = await shop(world)
      return () => world.client.integrations.upload_private_file(at, FILE)
    },
    steps: FILE_STORED,
  },
  'integrations.generate_image': {
    why: 'credits are held before the work and spent with its result; the row of the file comes before its bytes',
    prepare: async (world) => {
      const at = await shop(world)
      return () => world.client.integrations.generate_image(at, { prompt: 'A table' })
    },
    steps: [
      'credit_holds insert',
      'files insert',
      'credit_holds delete, credit_uses insert, file_totals insert, files update, member_activity update, workspace_credits update',
    ],
    undo: ['credit_holds delete'],
  },
  'integrations.extract_data': {
    why: 'credits are held before the model is asked, and spent when it has answered',
    prepare: async (world) => {
      const at = await shop(world)
      const { file_url } = await world.client.integrations.upload_file(at, FILE)
      const json_schema = { type: 'object', properties: { search_themes: {} } }
      return () => world.client.integrations.extract_data(at, { file_url, json_schema })
    },
    steps: ['credit_holds insert', 'model_usage insert', SPENT],
    undo: ['credit_holds delete'],
  },
  'integrations.create_file_signed_url': {
    why: 'it only signs an address',
    prepare: async (world) => {
      const at = await shop(world)
      const { file_uri } = await world.client.integrations.upload_private_file(at, FILE)
      return () => world.client.integrations.create_file_signed_url(at, { file_uri })
    },
    steps: [],
  },
  'files.delete': async (world) => {
    const at = await shop(world)
    await world.client.integrations.upload_file(at, FILE)
    const rows = await world.app.sql<{ id: string }>`select id from files where app_id = ${at.app_id}`
    return () => world.client.files.delete({ ...at, file_id: rows[0]?.id ?? '' })
  },
  'source.write_file': async (world) => {
    const at = await shop(world)
    return () => world.client.source.write_file({ ...at, path: 'index.html' }, { content: '<p>Hi</p>' })
  },
  'source.delete_file': async (world) => {
    const at = { ...(await shop(world)), path: 'index.html' }
    await world.client.source.write_file(at, { content: '<p>Hi</p>' })
    return () => world.client.source.delete_file(at)
  },
  'site.publish': async (world) => {
    const at = await shop(world)
    return () => world.client.site.publish(at, site('one'))
  },
  'site.activate': async (world) => {
    const at = await shop(world)
    const { id: revision_id } = await world.client.site.publish(at, site('one'))
    await world.client.site.publish(at, site('two'))
    return () => world.client.site.activate({ ...at, revision_id })
  },
  'site.unpublish': async (world) => {
    const at = await shop(world)
    await world.client.site.publish(at, site('one'))
    return () => world.client.site.unpublish(at)
  },
  'domains.add': async (world) => {
    const at = await shop(world)
    return () => world.client.domains.add(at, { domain: 'shop.example.org' })
  },
  'domains.verify': async (world) => {
    const at = await shop(world)
    await world.client.site.publish(at, site('one'))
    const domain = `${crypto.randomUUID()}.example.org`
    const { id: domain_id, verification } = await world.client.domains.add(at, { domain })
    world.txtRecords.set(verification.dns.name, [verification.dns.value])
    return () => world.client.domains.verify({ ...at, domain_id })
  },
  'domains.remove': async (world) => {
    const at = await shop(world)
    const { id: domain_id } = await world.client.domains.add(at, { domain: 'shop.example.org' })
    return () => world.client.domains.remove({ ...at, domain_id })
  },
  'events.aggregate': {
    why: 'it only reads',
    prepare: async (world) => {
      const at = await shop(world)
      return () => world.client.events.aggregate(at, {})
    },
    steps: [],
  },
  'events.track': async (world) => {
    const at = await shop(world)
    return () =>
      world.client.events.track(at, { events: [{ event_name: 'opened' }, { event_name: 'bought' }] })
  },
}
