import { fillTemplate } from './fill-template'
import { Random, STREAMS, weighted } from './random'
import systemRows from './tables/source-systems.json'

/** An employer's place on one source system. */
export interface Board {
  system: System
  slug: string
}

/** How a source system numbers and addresses the postings of a board. */
interface System {
  source: string
  /** Relative numbers of small and of large employers on it. */
  small: number
  large: number
  ids: keyof typeof EXTERNAL_IDS
  /** A template with `{board}`, `{id}`, `{short id}` and `{title}`. */
  url: string
  /** What the address of the application form appends to that of the posting. */
  applySuffix?: string
  /** Where the system keeps the fields that are passed on as published. */
  fields: Record<string, string>
}

/** The names that identify a posting on its source; no two postings share them. */
export interface Identity {
  source: string
  source_slug: string
  external_id: string
}

/** The boards of an employer: one, rarely two. */
export function openBoards(name: string, isLarge: boolean, random: Random): Board[] {
  const systems = isLarge ? OF_LARGE : OF_SMALL
  const slug = toSlug(name)
  const first = random.pickWeighted(systems)
  if (!random.chance(isLarge ? 0.15 : 0.02)) return [toBoard(slug, first)]
  const second = random.pickWeighted(systems)
  return Array.from(new Set([first, second]), (system) => toBoard(slug, system))
}

export function identify({ system, slug }: Board, index: number, seed: number): Identity {
  return {
    source: system.source,
    source_slug: slug,
    external_id: EXTERNAL_IDS[system.ids](index, seed),
  }
}

/** The addresses of a posting. Their hosts end in `.example`, a reserved domain. */
export function addressesOf({ system, slug }: Board, externalId: string, title: string) {
  const url = fillTemplate(system.url, (placeholder) => {
    if (placeholder === 'board') return slug
    if (placeholder === 'title') return toSlug(title)
    return placeholder === 'short id' ? externalId.slice(0, 8).toUpperCase() : externalId
  })
  return system.applySuffix === undefined ? { url } : { url, apply_url: url + system.applySuffix }
}

/** The employer's own number for the opening. */
export function requisition(index: number): string {
  return `R-${100_001 + index}`
}

function toBoard(slug: string, system: System): Board {
  const hasHyphens = system.source !== 'greenhouse' && system.source !== 'workday'
  return { system, slug: hasHyphens ? slug : slug.replaceAll('-', '') }
}

/** Letters and digits joined by hyphens, as in an address. */
function toSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f’'.()]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

function uuid(index: number, seed: number): string {
  const random = new Random(seed, STREAMS.identity, index)
  const hex = (digits: number) =>
    Math.floor(random.next() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  const variant = (8 + random.integer(0, 3)).toString(16)
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${variant}${hex(3)}-${hex(8)}${hex(4)}`
}

const EXTERNAL_IDS = {
  // An odd step: the postings of other boards have the numbers between.
  number: (index: number) => String(4_100_000_007 + index * 37),
  requisition,
  uuid,
}

/** TypeScript reads a text of a JSON file as `string`; a test checks the table against its schema. */
const SYSTEMS = systemRows as System[]
const OF_SMALL = weighted(SYSTEMS, ({ small }) => small)
const OF_LARGE = weighted(SYSTEMS, ({ large }) => large)
