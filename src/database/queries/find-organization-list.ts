import { light, type Queries } from '../drizzle'
import { organizationLists } from '../schema/organization-lists'

const LIST_COLUMNS = {
  builtAt: organizationLists.builtAt,
  content: organizationLists.content,
}

/** The employers with active jobs at some moment, as the JSON array that clients receive. */
export type StoredOrganizationList = Pick<
  typeof organizationLists.$inferSelect,
  keyof typeof LIST_COLUMNS
>

/** The list as it was last built; `undefined` before the first build. */
export async function findOrganizationList(
  queries: Queries,
): Promise<StoredOrganizationList | undefined> {
  const [stored] = await light(queries).db.select(LIST_COLUMNS).from(organizationLists)
  return stored
}
