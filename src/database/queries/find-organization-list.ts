import { sql } from 'drizzle-orm'
import type { Queries } from '../drizzle'
import { organizationLists } from '../schema/organization-lists'

/** The employers with active jobs at some moment, as the JSON array that clients receive. */
export interface StoredOrganizationList {
  builtAt: Date
  content: string
}

export const LIST_COLUMNS = sql`${organizationLists.builtAt} as "builtAt", ${organizationLists.content}`

/** The list as it was last built; `undefined` when it never was. */
export async function findOrganizationList(
  queries: Queries,
): Promise<StoredOrganizationList | undefined> {
  const [stored] = await queries.run<StoredOrganizationList>(
    sql`select ${LIST_COLUMNS} from ${organizationLists}`,
  )
  return stored
}
