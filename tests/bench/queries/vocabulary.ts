import type postgres from 'postgres'
import { withClient } from '../catalogue/databases'

/** A word and the share of active jobs that hold it. */
export interface Word {
  word: string
  share: number
}

/** An active job, to take real phrases, places and employers from. */
export interface SampleJob {
  title: string
  organization: string | null
  description: string
  city: string | null
  region: string | null
  countryName: string | null
}

/** What the catalogue's own texts are made of, from a sample of its active jobs. */
export interface Vocabulary {
  titles: Word[]
  texts: Word[]
  jobs: SampleJob[]
}

const TITLE_SAMPLE = 50_000
const TEXT_SAMPLE = 5_000
const JOB_SAMPLE = 1_000

export async function readVocabulary(databaseUrl: string, activeJobs: number): Promise<Vocabulary> {
  return await withClient(databaseUrl, async (client) => ({
    titles: await words(client, 'title_search', Math.ceil(activeJobs / TITLE_SAMPLE)),
    texts: await words(client, 'search', Math.ceil(activeJobs / TEXT_SAMPLE)),
    jobs: await client<SampleJob[]>`
      select title, organization, description_text as description, cities_derived[1] as city,
        regions_derived[1] as region, countries_derived[1] as "countryName"
      from rival.jobs
      where status = 'active' and id % ${Math.ceil(activeJobs / JOB_SAMPLE)}::integer = 0
      order by id limit ${JOB_SAMPLE}`,
  }))
}

/** The most frequent first. Plain letters only, which every analyzer reads alike. */
async function words(client: postgres.Sql, column: string, modulus: number): Promise<Word[]> {
  const sample = `select ${column} from rival.jobs where status = 'active' and id % ${modulus} = 0`
  const [total] = await client.unsafe(`select count(*)::integer as jobs from (${sample}) as sample`)
  const rows = await client<{ word: string; jobs: number }[]>`
    select word, ndoc as jobs from ts_stat(${sample})
    where word ~ '^[a-z]{3,}$' and ndoc > 1 order by ndoc desc, word`
  return rows.map(({ word, jobs }) => ({ word, share: jobs / Number(total?.jobs) }))
}
