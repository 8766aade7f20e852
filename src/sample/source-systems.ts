import { CAREER_PAGE } from '../values/source'
import { type Random, runningSums } from './random'

/** An employer's place on one source system. */
export interface Board {
  system: System
  slug: string
}

/** How a source system numbers and addresses the postings of a board. */
export interface System {
  source: string
  /** Relative numbers of small and of large employers on it. */
  small: number
  large: number
  ids: 'number' | 'uuid' | 'requisition'
  url: (board: string, id: string, title: string) => string
  applyUrl?: (url: string) => string
  /** Where the system keeps the fields that are passed on as published. */
  fields: Readonly<Record<string, string>>
}

/** The boards of an employer: one, seldom two. Addresses end in `.example`, which belongs to nobody. */
export function openBoards(name: string, isLarge: boolean, random: Random): Board[] {
  const sums = isLarge ? LARGE_SUMS : SMALL_SUMS
  const slug = toSlug(name)
  const first = random.pickWeighted(SYSTEMS, sums)
  if (!random.chance(isLarge ? 0.15 : 0.02)) return [{ system: first, slug: styled(slug, first) }]
  const second = random.pickWeighted(SYSTEMS, sums)
  const systems = first === second ? [first] : [first, second]
  return systems.map((system) => ({ system, slug: styled(slug, system) }))
}

/** Letters and digits joined by hyphens, as in an address. */
export function toSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f’'.()]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

function styled(slug: string, { source }: System): string {
  return source === 'greenhouse' || source === 'workday' ? slug.replaceAll('-', '') : slug
}

const SYSTEMS: readonly System[] = [
  {
    source: 'greenhouse',
    small: 10,
    large: 8,
    ids: 'number',
    url: (board, id) => `https://boards.greenhouse.example/${board}/jobs/${id}`,
    fields: {
      department: 'departments[0].name',
      requisition_id: 'requisition_id',
      internal_job_id: 'internal_job_id',
    },
  },
  {
    source: 'lever',
    small: 9,
    large: 5,
    ids: 'uuid',
    url: (board, id) => `https://jobs.lever.example/${board}/${id}`,
    applyUrl: (url) => `${url}/apply`,
    fields: { department: 'categories.department', commitment: 'categories.commitment' },
  },
  {
    source: 'workday',
    small: 4,
    large: 30,
    ids: 'requisition',
    url: (board, id, title) =>
      `https://${board}.wd3.myworkdayjobs.example/en-US/Careers/job/${title}_${id}`,
    applyUrl: (url) => `${url}/apply`,
    fields: { requisition_id: 'jobPostingInfo.jobReqId', time_type: 'jobPostingInfo.timeType' },
  },
  {
    source: 'ashby',
    small: 8,
    large: 2,
    ids: 'uuid',
    url: (board, id) => `https://jobs.ashbyhq.example/${board}/${id}`,
    applyUrl: (url) => `${url}/application`,
    fields: { department: 'departmentName', team: 'teamName' },
  },
  {
    source: 'smartrecruiters',
    small: 8,
    large: 10,
    ids: 'number',
    url: (board, id, title) => `https://jobs.smartrecruiters.example/${board}/${id}-${title}`,
    fields: { department: 'department.label', requisition_id: 'refNumber' },
  },
  {
    source: 'icims',
    small: 6,
    large: 14,
    ids: 'number',
    url: (board, id, title) => `https://careers-${board}.icims.example/jobs/${id}/${title}/job`,
    applyUrl: (url) => `${url}?mode=apply`,
    fields: { department: 'jobcategory', requisition_id: 'jobid' },
  },
  {
    source: 'successfactors',
    small: 3,
    large: 12,
    ids: 'number',
    url: (board, id) =>
      `https://career4.successfactors.example/career?company=${board}&jobId=${id}`,
    fields: { requisition_id: 'jobReqId', department: 'mfield1' },
  },
  {
    source: 'bamboohr',
    small: 14,
    large: 1,
    ids: 'number',
    url: (board, id) => `https://${board}.bamboohr.example/careers/${id}`,
    fields: { department: 'departmentLabel', commitment: 'employmentStatusLabel' },
  },
  {
    source: 'workable',
    small: 9,
    large: 2,
    ids: 'uuid',
    url: (board, id) => `https://apply.workable.example/${board}/j/${id.slice(0, 8).toUpperCase()}`,
    applyUrl: (url) => `${url}/apply`,
    fields: { department: 'department', requisition_id: 'code' },
  },
  {
    source: 'jobvite',
    small: 3,
    large: 4,
    ids: 'number',
    url: (board, id) => `https://jobs.jobvite.example/${board}/job/o${id}`,
    fields: { department: 'category' },
  },
  {
    source: 'oracle',
    small: 1,
    large: 8,
    ids: 'number',
    url: (board, id) => `https://${board}.fa.oraclecloud.example/hcmUI/sites/CX_1/job/${id}`,
    fields: { requisition_id: 'RequisitionNumber', department: 'Category' },
  },
  {
    source: 'ultipro',
    small: 4,
    large: 5,
    ids: 'uuid',
    url: (board, id) =>
      `https://recruiting.ultipro.example/${board}/JobBoard/OpportunityDetail?opportunityId=${id}`,
    fields: { department: 'JobCategoryName', requisition_id: 'RequisitionNumber' },
  },
  {
    source: CAREER_PAGE,
    small: 16,
    large: 10,
    ids: 'requisition',
    url: (board, id, title) => `https://careers.${board}.example/jobs/${id}/${title}`,
    fields: { department: 'jobPosting.occupationalCategory' },
  },
]

const SMALL_SUMS = runningSums(SYSTEMS.map((system) => system.small))
const LARGE_SUMS = runningSums(SYSTEMS.map((system) => system.large))
