import type { AppView } from '../../tenancy/index.ts'

/** An agent on the wire: its app, and what only agents have. */
export function presentAgent(app: AppView, instructions: string) {
  const { id, name, user_description, logo_url, organization_id, user_role, created_date, updated_date } = app
  return {
    id,
    name,
    description: user_description,
    logo_url,
    instructions,
    organization_id,
    user_role,
    created_date,
    updated_date,
  }
}
