import { sql } from 'drizzle-orm'
import { getDomain } from 'tldts'
import { arrayLiteral } from '../../catalogue/database/client/array-literal'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { collectorBoards } from '../../catalogue/database/schema/collector'
import { jobDocuments, jobs } from '../../catalogue/database/schema/jobs'
import type { BoardRow } from '../board/board-state'
import { boardOfAddress } from '../names/board-of-address'
import type { System } from '../system'
import { domainOf } from './find-boards'
import { isNamed } from './prove-board'

/** Jobs of a board whose addresses and texts are looked at, the newest first. */
const JOBS = 5

/** Of a description; addresses of mail are often at its end. */
export const TEXT_LENGTH = 20_000

/** Domains of one employer that are asked. */
const MAX_DOMAINS = 2

interface JobTexts {
  boardId: number
  url: string
  applyUrl: string | null
  description: string
}

/**
 * The domains of the employers of boards: first from a board's own host, then from the links of its jobs, then from addresses
 * in their texts that contain the employer's name.
 */
export async function employerDomains(
  queries: Queries,
  boards: readonly BoardRow[],
  systems: readonly System[],
): Promise<Map<number, string[]>> {
  const texts = Map.groupBy(await readJobs(queries, boards), ({ boardId }) => boardId)
  return new Map(
    boards.map((row) => {
      const ofBoard = texts.get(row.id) ?? []
      const isVendors = (host: string) => isOfVendor(host, systems)
      const domains = [
        ...ownHost(row),
        ...ofBoard.flatMap(({ url, applyUrl }) => [url, applyUrl ?? '']).flatMap(hostOf),
        ...ofBoard.flatMap(({ description }) => hostsIn(description)).filter(isEmployers(row)),
      ]
        .filter((host) => !isVendors(host))
        .flatMap((host) => domainOf(registeredOf(host)) ?? [])
      return [row.id, [...new Set(domains)].slice(0, MAX_DOMAINS)]
    }),
  )
}

/** One statement for all boards: removed jobs have no index by board. */
async function readJobs(queries: Queries, boards: readonly BoardRow[]): Promise<JobTexts[]> {
  const ids = arrayLiteral(boards.map(({ id }) => id))
  return await queries.run<JobTexts>(sql`with job as (
      select board.id as board, job.id,
        row_number() over (partition by board.id order by job.id desc) as number
      from ${collectorBoards} as board
      join ${jobs} as job on job.source = board.source and job.source_slug = board.slug
      where board.id = any(${ids}::integer[])
    )
    select job.board as "boardId", (document.head || '}')::json ->> 'url' as url,
      ('{' || ltrim(document.tail, ',') || '}')::json ->> 'apply_url' as "applyUrl",
      left(document.description_html, ${TEXT_LENGTH}) || ' ' ||
        left(document.description_text, ${TEXT_LENGTH}) as description
    from job join ${jobDocuments} as document on document.job_id = job.id
    where job.number <= ${JOBS} order by job.id desc`)
}

/** The host of a board that its slug begins with. */
function ownHost({ slug }: BoardRow): string[] {
  const [host = ''] = slug.split('/')
  return host.includes('.') ? [host] : []
}

function hostOf(address: string): string[] {
  const host = URL.parse(address)?.hostname
  return host === undefined ? [] : [host]
}

/** The host names in the links and mail addresses of a text. */
export function hostsIn(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9.-]/)
    .map((word) => word.replace(/^[.-]|[.-]$/g, ''))
    .filter((word) => word.includes('.') && URL.parse(`https://${word}`)?.hostname === word)
}

/** Whether a domain has the name of the board or of its employer. */
function isEmployers({ slug, organization, boardName }: BoardRow): (host: string) => boolean {
  const names = [slug.split('/')[0] ?? '', organization ?? '', boardName ?? '']
  return (host) => {
    const [label = ''] = registeredOf(host).split('.')
    return isNamed(label, names) || names.some((name) => isNamed(name, [label]))
  }
}

/** The domain that is registered under a public suffix: `cbc.ca` of `jobs.cbc.ca`, and `acme.on.ca` and `acme.co.uk` as they are. */
export function registeredOf(host: string): string {
  return getDomain(host) ?? host
}

function isOfVendor(host: string, systems: readonly System[]): boolean {
  const address = URL.parse(`https://${host}/acme`)
  return (
    address === null ||
    boardOfAddress(address, systems) !== undefined ||
    systems.some((system) => !system.isNamedByHost && system.isHost(host))
  )
}
