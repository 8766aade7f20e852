import postgres from 'postgres'

/** The address of another database on the same server. */
export function siblingUrl(url: string, name: string): string {
  return url.replace(/\/[^/?]*(?=\?|$)/, `/${name}`)
}

/** Makes a database anew, empty. `url` is that of any other database on the server. */
export async function recreateDatabase(url: string, name: string): Promise<string> {
  await withClient(url, async (client) => {
    await client.unsafe(`drop database if exists ${name}`)
    await client.unsafe(`create database ${name}`)
  })
  return siblingUrl(url, name)
}

/** Not by force: that may not end a vacuum that runs on its own, which makes way without it. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await withClient(url, (client) => client.unsafe(`drop database if exists ${name}`))
}

/** Statements that the benchmark itself needs, and that are not measured. */
export async function withClient<Result>(
  url: string,
  work: (client: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const client = postgres(url, { max: 2, onnotice: () => undefined })
  try {
    return await work(client)
  } finally {
    await client.end({ timeout: 5 })
  }
}
